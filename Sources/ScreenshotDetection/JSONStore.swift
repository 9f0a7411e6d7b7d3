import Foundation

/// One value as JSON with names in snake case, in a `LockedFile`. A file that holds no such value is renamed, and the value starts as `empty`.
struct JSONStore<Value: Codable & Sendable>: Sendable {
    let file: LockedFile
    let empty: Value

    func value() -> Value {
        guard let data = file.read() else { return empty }
        return Self.decoded(data) ?? empty
    }

    /// Changes the value under the lock, and writes it if it differs from before.
    /// - Throws: the error of `change`, or of the file. A file that can't be read isn't changed.
    func update<R>(_ change: (inout Value) throws -> R) throws -> R where Value: Equatable {
        try file.locked { lock in
            let content = try lock.content()
            let old: Value? = if case .bytes(let data) = content { Self.decoded(data) } else { nil }
            if old == nil, content != .absent { lock.quarantine() }
            var value = old ?? empty
            let result = try change(&value)
            if value != old { try lock.replace(with: Self.encoded(value)) }
            return result
        }
    }

    private static func decoded(_ data: Data) -> Value? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try? decoder.decode(Value.self, from: data)
    }

    private static func encoded(_ value: Value) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .secondsSince1970
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
