package import TextAnalysis

/// Stretches of a conversation: pictures that show shared lines follow each other, as pieces of a torn paper are laid together, the
/// largest overlap first.
struct PictureChains {
    /// The pictures of each stretch in order, as indices; the stretches by their first pictures.
    private(set) var chains: [[Int]] = []

    /// Two pictures that share lines, the upper one first.
    private struct Overlap {
        let upper: Int
        let lower: Int
        let score: Double
    }

    /// - Parameters:
    ///   - members: the pictures' indices, in an order that doesn't depend on how they were sent.
    ///   - alignment: how two pictures lie over each other, by their indices, the smaller one first.
    init(_ members: [Int], _ pictures: [ChatPicture], alignment: (Int, Int) -> LineAlignment) {
        var overlaps: [Overlap] = []
        var holders: [Int: Int] = [:]
        for (position, one) in members.enumerated() {
            for other in members[(position + 1)...] {
                let shared = alignment(one, other)
                guard let first = shared.pairs.first, let last = shared.pairs.last else { continue }
                // In letters, since what is read in a cut bubble may be many short lines.
                let (texts, others) = (pictures[one].texts, pictures[other].texts)
                let above = Self.length(texts[..<first.first]) - Self.length(others[..<first.second])
                let below =
                    Self.length(others[(last.second + 1)...]) - Self.length(texts[(last.first + 1)...])
                if above >= 0, below <= 0 {
                    Self.hold(other, by: one, &holders)
                } else if above <= 0, below >= 0 {
                    Self.hold(one, by: other, &holders)
                } else {
                    let isAbove = above > 0
                    overlaps.append(
                        Overlap(
                            upper: isAbove ? one : other, lower: isAbove ? other : one, score: shared.score))
                }
            }
        }
        let whole = members.filter { holders[$0] == nil }
        var next: [Int: Int] = [:]
        var previous: [Int: Int] = [:]
        // The sort is stable, so that equal overlaps stay in the members' order.
        for overlap in overlaps.sorted(by: { $0.score > $1.score })
        where holders[overlap.upper] == nil && holders[overlap.lower] == nil && next[overlap.upper] == nil
            && previous[overlap.lower] == nil
        {
            var end = overlap.lower
            while let after = next[end] { end = after }
            // A ring has no beginning.
            guard end != overlap.upper else { continue }
            next[overlap.upper] = overlap.lower
            previous[overlap.lower] = overlap.upper
        }
        for start in whole where previous[start] == nil {
            var chain: [Int] = []
            var place: Int? = start
            while let index = place {
                chain.append(index)
                chain += held(by: index, members, holders)
                place = next[index]
            }
            chains.append(chain)
        }
    }

    /// Notes that a picture shows a part of what another shows. A picture that is held itself by what it would hold stays whole.
    private static func hold(_ part: Int, by whole: Int, _ holders: inout [Int: Int]) {
        var holder: Int? = whole
        while let index = holder {
            if index == part { return }
            holder = holders[index]
        }
        holders[part] = holders[part] ?? whole
    }

    private static func length(_ texts: ArraySlice<LineText>) -> Int { texts.reduce(0) { $0 + $1.length } }

    /// The pictures that show a part of what another shows.
    private func held(by index: Int, _ members: [Int], _ holders: [Int: Int]) -> [Int] {
        members.filter { holders[$0] == index }.flatMap { [$0] + held(by: $0, members, holders) }
    }
}

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
