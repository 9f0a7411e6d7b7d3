import AccessControl
import ScanService

/// Who may use the server, how much of it, and what browsers are told.
struct AccessSettings {
    /// Path of the key file; nil where no key is asked for.
    let keys: String?
    let isInsecure: Bool
    /// Units a minute; nil where the place decides.
    let rate: Int?
    let burst: Int
    let rateClients: Int
    let failedKeys: Int
    let proxies: TrustedProxies
    let headers: ResponseHeaderPolicy

    /// Where others than this machine can reach the server.
    static let exposedRate = 600

    init(_ values: SettingValues) throws(SettingsError) {
        // Empty is how some supervisors say nothing.
        func isGiven(_ setting: Setting) -> Bool { values.text(setting).map { !$0.isEmpty } ?? false }
        keys = isGiven(.keys) ? values.text(.keys) : nil
        isInsecure = try values.flag(.insecure)
        rate = isGiven(.rate) ? try values.number(.rate, 0...1_000_000) : nil
        burst = try values.number(.rateBurst, 1...1_000_000)
        rateClients = try values.number(.rateClients, 1...1_000_000)
        failedKeys = try values.number(.failedKeys, 1...1_000_000)
        proxies =
            isGiven(.trustedProxies)
            ? try values.choice(
                .trustedProxies, TrustedProxies.init(_:),
                "a list of addresses, ranges like 10.0.0.0/8 and unix, joined by commas") : .none
        let origins: CrossOriginPolicy =
            isGiven(.corsOrigins)
            ? try values.choice(
                .corsOrigins, CrossOriginPolicy.init(_:),
                "a list of origins like https://app.example, joined by commas") : .none
        headers = ResponseHeaderPolicy(
            strictTransport: try values.number(.hsts, 0...1 << 30), crossOrigin: origins)
    }

    static let all: [Setting] = [
        .keys, .insecure, .rate, .rateBurst, .rateClients, .failedKeys, .trustedProxies, .corsOrigins, .hsts,
    ]
}

extension Setting {
    static let keys = Setting(
        "keys", default: nil,
        "file with the API keys that clients need; typesafe-server keys writes it [none needed]")
    fileprivate static let insecure = Setting(
        "insecure", default: "false", "serve without keys on other addresses than loopback")
    fileprivate static let rate = Setting(
        "rate", default: nil,
        "units a minute for each client (key or address); a picture costs 10, a text 2, others 1; 0 for no limit [0 on loopback, 600 elsewhere]"
    )
    fileprivate static let rateBurst = Setting("rate-burst", default: "300", "of them, units at once")
    fileprivate static let rateClients = Setting(
        "rate-clients", default: "10000", "clients whose rates are followed; more share one")
    fileprivate static let failedKeys = Setting(
        "failed-keys", default: "30", "wrong keys a minute from one IPv4 address or IPv6 /64; then 429")
    fileprivate static let trustedProxies = Setting(
        "trusted-proxies", default: nil,
        "addresses and ranges, joined by commas, whose X-Forwarded-For is believed; unix for Unix sockets [none]"
    )
    fileprivate static let corsOrigins = Setting(
        "cors-origins", default: nil,
        "origins, joined by commas, whose pages may call the server from a browser [none]")
    fileprivate static let hsts = Setting(
        "hsts", default: "0", "seconds for Strict-Transport-Security, behind a proxy with TLS; 0 for none")
}
