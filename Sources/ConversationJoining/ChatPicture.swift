package import TextAnalysis

/// One of the pictures: its lines, and what tells where it belongs.
struct ChatPicture: Sendable {
    /// The picture's number among those sent, from 1.
    let number: Int
    let transcript: Transcript
    /// The indices of the lines that hold messages.
    let messages: [Int]
    /// The messages' lines as they are compared.
    let texts: [LineText]
    let sender: LineText?
    let times: ChatTimes

    init(_ transcript: Transcript, number: Int, times words: TimeWords) {
        self.number = number
        self.transcript = transcript.onPicture(number)
        messages = transcript.lines.indices.filter { transcript.lines[$0].role.isMessage }
        texts = messages.map { LineText(transcript.lines[$0].text) }
        sender = transcript.sender.map { LineText($0) }.flatMap { $0.length > 0 ? $0 : nil }
        times = ChatTimes(transcript, words)
    }

    /// Whether the picture's content puts it before another, so that nothing depends on the order in which pictures are sent. Of those
    /// with the same words, the places count.
    func precedes(_ other: ChatPicture) -> Bool {
        if transcript.text != other.transcript.text { return transcript.text < other.transcript.text }
        return places.lexicographicallyPrecedes(other.places)
    }

    private var places: [Int] {
        [transcript.width, transcript.height]
            + transcript.lines.flatMap { [$0.box.x, $0.box.y, $0.box.width] }
    }

    // MARK: Which pictures are of one conversation

    /// Two readings of one name have at least this share of their pairs of letters in common.
    private static let likeName = 0.5

    /// Whether two pictures plainly show different conversations: other kinds of screens, or other names.
    func isPlainlyApart(from other: ChatPicture) -> Bool {
        let kinds = (transcript.layout, other.transcript.layout)
        if kinds.0 != kinds.1, kinds.0 != .plain, kinds.1 != .plain { return true }
        guard let sender, let name = other.sender else { return false }
        return sender.similarity(to: name) < Self.likeName
    }
}

extension Transcript {
    /// Returns the transcript with the picture's number in each box.
    package func onPicture(_ number: Int) -> Transcript {
        var marked = self
        for line in marked.lines.indices {
            for word in marked.lines[line].words.indices {
                marked.lines[line].words[word].box.picture = number
            }
        }
        for code in marked.codes.indices { marked.codes[code].box.picture = number }
        return marked
    }
}
