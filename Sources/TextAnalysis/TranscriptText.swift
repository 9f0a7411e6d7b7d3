/// The text of a transcript that rules see, and the words of the screenshot's owner beside it.
struct TranscriptText {
    private(set) var text = ""
    private(set) var places: [AnalyzedText.PlacedWord] = []
    var screen: ScreenContext
    /// The owner's words, as one text for each of `screen.answers`.
    private(set) var replies: [String] = []

    private var length = 0
    /// The index of the line that was added last; nil before the first.
    private var previous: Int?
    private var link = BrokenLink()
    /// The right edges of all lines.
    private let rights: [Int]

    /// - Parameter isWhole: whether all lines are taken as one text that was read without doubt, whoever wrote them and wherever they stand.
    init(_ transcript: Transcript, isWhole: Bool = false) {
        screen = ScreenContext(layout: transcript.layout, sender: transcript.sender)
        rights = transcript.lines.map { $0.box.x + $0.box.width }
        screen.isInterface = transcript.isInterface
        screen.unreadLetters = transcript.unread.reduce(0) { $0 + $1.letters }
        let isConversation =
            transcript.layout == .chat || transcript.lines.contains { $0.role == .outgoing }
        var isAnswer = false
        for line in transcript.lines where line.role.isMessage {
            if line.role == .outgoing, !isAnswer { screen.answerCount += 1 }
            isAnswer = line.role == .outgoing
        }
        for (index, line) in transcript.lines.enumerated() {
            let isAddress = index == transcript.addressLine
            if line.role == .outgoing, !isWhole {
                addReply(line)
            } else if line.role == .incoming || isAddress || isWhole {
                let start = add(line, at: index, of: transcript, isWhole: isWhole)
                if isAddress { screen.address = start..<length }
                if isConversation { addMessage(start) }
            }
        }
    }

    /// Adds a line to the text.
    /// - Returns: the place in the text where the line begins, in UTF-8 bytes.
    private mutating func add(
        _ line: Transcript.Line, at index: Int, of transcript: Transcript, isWhole: Bool
    ) -> Int {
        var goesOn = false
        if let previous {
            let isSameBlock = transcript.lines[previous].block == line.block
            let isNext = previous == index - 1 && isSameBlock
            goesOn = isNext && isLink(atEndOf: previous, goingOnIn: index, of: transcript)
            let gap = goesOn ? "" : isNext || isWhole ? "\n" : "\n\n"
            text += gap
            length += gap.utf8.count
            isNewMessage = gap.utf8.count > 1
        }
        previous = index
        link.add(line, goesOn: goesOn)
        let start = length
        for (position, word) in line.words.enumerated() {
            if position > 0 {
                text += " "
                length += 1
            }
            let size = word.text.utf8.count
            text += word.text
            places.append(
                .init(
                    range: length..<(length + size), line: index, box: word.box,
                    confidence: isWhole ? 1 : word.confidence,
                    seen: word.seen, otherReadings: isWhole ? [] : word.otherReadings))
            length += size
        }
        return start
    }

    /// Whether a line ends in a link that goes on in the next line.
    private func isLink(atEndOf index: Int, goingOnIn next: Int, of transcript: Transcript) -> Bool {
        guard let last = transcript.lines[index].words.last else { return false }
        let block = transcript.lines[index].block
        func others() -> [Int] {
            rights.indices.filter { $0 != index && transcript.lines[$0].block == block }.map { rights[$0] }
        }
        return link.goesOn(after: last, in: transcript.lines[next], rights: others())
    }

    /// Whether the line that was added last is the first of a message.
    private var isNewMessage = true

    private mutating func addMessage(_ start: Int) {
        if isNewMessage {
            screen.messages.append(start..<length)
        } else if let last = screen.messages.popLast() {
            screen.messages.append(last.lowerBound..<length)
        }
        isNewMessage = false
    }

    /// Adds a line that the owner wrote. All of the owner's lines between two messages of the other party are one answer.
    private mutating func addReply(_ line: Transcript.Line) {
        if screen.answers.last == screen.messages.count {
            replies[replies.count - 1] += "\n" + line.text
        } else {
            screen.answers.append(screen.messages.count)
            replies.append(line.text)
        }
    }
}

/// What a screenshot shows besides the other party's words: the kind of screen, the sender, and what the owner answered.
package struct ScreenContext: Sendable {
    package var layout: OCRLayout
    /// The other party's name, number or address as it stands on the screenshot.
    package var sender: String?
    /// About how many letters were seen and couldn't be read.
    package var unreadLetters = 0
    /// Whether the screenshot looks like a list, a form, a dashboard or a dialogue of an app rather than a message.
    package var isInterface = false
    /// The place of a browser's address in the text, in UTF-8 bytes; nil if there is none.
    package var address: Range<Int>?
    /// The other party's messages in a conversation: UTF-8 ranges of the text, in order and apart from each other. Empty where the
    /// screenshot shows no conversation.
    package var messages: [Range<Int>] = []
    /// The indices of the messages before which the owner wrote something. `messages.count` stands for the end.
    package var answers: [Int] = []
    /// How often the owner wrote something, whether or not it stands in `replies` or in the text itself.
    package var answerCount = 0
    /// What the owner wrote, as a text for each of `answers`. It is no evidence about the other party.
    package var replies: [AnalyzedText] = []

    /// Returns the number of the message that holds a place in the text, or of the last one before that place.
    package func message(at offset: Int) -> Int? {
        var (low, high) = (0, messages.count)
        while low < high {
            let middle = (low + high) / 2
            if messages[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? nil : low - 1
    }

    package func hasAnswer(between first: Int, and last: Int) -> Bool {
        guard let first = message(at: first), let last = message(at: last), first < last else { return false }
        var (low, high) = (0, answers.count)
        while low < high {
            let middle = (low + high) / 2
            if answers[middle] <= first { low = middle + 1 } else { high = middle }
        }
        return low < answers.count && answers[low] <= last
    }
}
