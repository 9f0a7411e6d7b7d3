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
        self.transcript = transcript.onPicture(number).withoutSecondReadings
        let lines = self.transcript.lines
        messages = lines.indices.filter { lines[$0].role.isMessage }
        texts = messages.map { LineText(lines[$0].text) }
        sender = transcript.sender.map { LineText($0) }.flatMap { $0.length > 0 ? $0 : nil }
        times = ChatTimes(transcript, words)
    }

    /// Whether the picture's content puts it before another, so that nothing depends on the order in which pictures are sent. Of those
    /// with the same words, the places count, and whose words they are.
    func precedes(_ other: ChatPicture) -> Bool {
        if transcript.text != other.transcript.text { return transcript.text < other.transcript.text }
        return places.lexicographicallyPrecedes(other.places)
    }

    private var places: [Int] {
        let whole = [
            transcript.width, transcript.height, Self.index(of: transcript.layout),
            transcript.senderLine ?? -1,
            transcript.addressLine ?? -1,
        ]
        return whole
            + transcript.lines.flatMap { line in
                [
                    line.box.x, line.box.y, line.box.width, line.block, Self.index(of: line.role),
                    Int(line.confidence * 1_000),
                ]
            }
    }

    private static func index<Kind: CaseIterable & Equatable>(of kind: Kind) -> Int {
        Array(Kind.allCases).firstIndex(of: kind) ?? -1
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
    /// A line that covers at least this share of another's box stands in its place.
    private static let leastCover = 0.5
    /// A second reading of a line has at least this share of its pairs of letters from it.
    private static let leastShare = 0.6

    /// The transcript in which lines that were read a second time, and less surely, are no messages.
    fileprivate var withoutSecondReadings: Transcript {
        var single = self
        for (index, line) in lines.enumerated() where line.role.isMessage {
            let isSecond = lines.contains { other in
                other.role.isMessage && other.confidence > line.confidence
                    && other.box.covers(Self.leastCover, of: line.box)
                    && LineText(line.text).share(in: LineText(other.text)) >= Self.leastShare
            }
            if isSecond { single.lines[index].role = .chrome }
        }
        return single
    }

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

extension Box {
    /// Whether this box and another one have at least a share of the smaller one's area in common.
    fileprivate func covers(_ share: Double, of other: Box) -> Bool {
        let width = min(x + self.width, other.x + other.width) - max(x, other.x)
        let height = min(y + self.height, other.y + other.height) - max(y, other.y)
        guard width > 0, height > 0 else { return false }
        let smaller = min(self.width * self.height, other.width * other.height)
        return Double(width * height) >= share * Double(smaller)
    }
}
