/// The values in force, a section each.
struct Settings {
    let listening: ListeningSettings
    let access: AccessSettings
    let scans: ScanSettings
    let storage: StorageSettings
    let jobs: JobSettings
    let webhooks: WebhookSettings
    let log: LogSettings

    /// - Parameter arguments: without the program's name.
    init(arguments: [String], environment: [String: String]) throws(SettingsError) {
        let values = try SettingValues(arguments: arguments, environment: environment)
        listening = try ListeningSettings(values)
        access = try AccessSettings(values)
        scans = try ScanSettings(values)
        storage = try StorageSettings(values)
        jobs = try JobSettings(values, readers: scans.readers)
        webhooks = try WebhookSettings(values)
        log = try LogSettings(values)
    }
}
