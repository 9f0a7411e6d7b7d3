import Foundation

/// A push as ntfy takes it: the text as the body, the rest as header fields (docs.ntfy.sh, "Publishing"). A UnifiedPush app without keys
/// gets the text alone.
enum NtfyMessage {
    /// ntfy's limit for a message. A longer text becomes an attachment.
    private static let maxBody = 4_096
    /// Longest title in bytes. Fields share a limit of a few kilobytes.
    private static let maxTitle = 512

    static func request(_ content: PushContent, to url: OutboundURL, token: String?) -> OutboundRequest {
        var fields = [
            ("Content-Type", "text/plain; charset=utf-8"), ("Title", encoded(content.title)),
            ("Priority", priority(of: content)),
        ]
        if let tag = tag(of: content) { fields.append(("Tags", tag)) }
        // A server from 2.16 on shows a later message in place of an earlier one; an older one shows both.
        if let thread = content.thread { fields.append(("X-Sequence-ID", thread)) }
        if let token { fields.append(("Authorization", "Bearer " + token)) }
        return OutboundRequest(
            to: url, fields: fields, body: Array(content.body.cut(to: maxBody).utf8), connection: .shared)
    }

    /// 2 makes no sound, 3 is usual, 4 vibrates for long.
    private static func priority(of content: PushContent) -> String {
        switch content.phase {
        case .start, .update: "2"
        case .end, .alert: content.isUrgent ? "4" : "3"
        }
    }

    /// A tag that ntfy's apps show as a picture.
    private static func tag(of content: PushContent) -> String? {
        switch content.level {
        case "high": "rotating_light"
        case "medium": "warning"
        default: content.state == .queued || content.state == .running ? "hourglass_flowing_sand" : nil
        }
    }

    /// Writes a text for a field: as it is where it has only printable ASCII, otherwise as words of RFC 2047, which ntfy reads.
    static func encoded(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 }).cut(to: maxTitle)
        if line.utf8.allSatisfy({ (0x20...0x7E).contains($0) }), !line.contains("=?") { return line }
        // A word has at most 75 letters: 12 around 60 of Base64, which are 45 bytes.
        var words: [String] = []
        var word = ""
        for character in line {
            if !word.isEmpty, word.utf8.count + String(character).utf8.count > 45 {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        words.append(word)
        return words.map { "=?UTF-8?B?" + Data($0.utf8).base64EncodedString() + "?=" }.joined(separator: " ")
    }
}

extension String {
    /// The text's beginning of at most so many bytes of UTF-8, cut between characters.
    func cut(to bytes: Int) -> String {
        if utf8.count <= bytes { return self }
        var length = 0
        return String(
            prefix { character in
                length += String(character).utf8.count
                return length <= bytes
            })
    }
}
