public import Foundation
public import TypeSafeAPI

/// A picture on which everything personal is covered by solid boxes.
public struct RedactedPicture: Sendable, Equatable {
    /// The picture as a PNG without metadata, upright.
    public var png: Data
    /// The number of things that were covered, by kind. Kinds that this version of the module doesn't know are left out.
    public var covered: [RedactedKind: Int]
    /// How many times smaller the sides are than those of the picture sent; 1 for a picture of its own size.
    public var reduction: Int

    /// Creates a value from its properties.
    public init(png: Data, covered: [RedactedKind: Int], reduction: Int) {
        self.png = png
        self.covered = covered
        self.reduction = reduction
    }
}

extension ScanClient {
    /// Scans a screenshot, and returns it so that it can be passed on: with names, numbers, addresses, codes and pictures covered.
    /// What isn't recognised isn't covered, unless it can't be read: look at the picture before you pass it on.
    /// - Parameter choices: what is covered too, such as amounts; `mine` leaves the other party's contacts.
    public func redacted(
        image: Data, covering choices: [ScanForm.RedactChoice] = [], options: ScanOptions = ScanOptions()
    ) async throws(ClientError) -> RedactedPicture {
        let first = choices.contains(.mine) ? ScanForm.RedactChoice.mine : .personal
        let names = ([first] + choices.filter { ![.personal, .mine].contains($0) }).map(\.rawValue).joined(
            separator: ",")
        var request = try Self.scanRequest([image], options, [(.redact, names)])
        request.accept = "image/png"
        let response = try await send(request)
        guard response.contentType == request.accept else {
            // An older server doesn't know the field, and answers as ever.
            throw ClientError(
                .badAnswer, status: response.status, requestID: response.requestID,
                attempts: response.attempts, context: configuration.place)
        }
        return RedactedPicture(
            png: response.body, covered: Self.kinds(response.field("Redacted") ?? ""),
            reduction: response.field("Reduced").flatMap { Int($0) } ?? 1)
    }

    /// Reads a dictionary of numbers (RFC 9651).
    private static func kinds(_ dictionary: String) -> [RedactedKind: Int] {
        dictionary.split(separator: ",").reduce(into: [:]) { kinds, member in
            let parts = member.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, let kind = RedactedKind(rawValue: parts[0]), let count = Int(parts[1])
            else { return }
            kinds[kind] = count
        }
    }
}
