/// Remembers readings for several servers. What it has is a picture's text, so it forgets in time.
package protocol SharedReadings: Sendable {
    /// Returns nil also where it can't be asked at once: a scan doesn't wait for it.
    func reading(_ key: String) async -> [UInt8]?

    /// Keeps a reading, at some later time or never.
    func keep(_ reading: [UInt8], for key: String)
}
