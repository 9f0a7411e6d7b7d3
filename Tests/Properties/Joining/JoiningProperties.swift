import Scanning
package import TextAnalysis

/// Properties of joining pictures that must hold for any set of them. One that doesn't hold ends the process.
package struct JoiningProperties: Sendable {
    private static let most = 6
    private static let words = [
        "ok", "yes", "haha", "see", "you", "tomorrow", "the", "gold", "£15", "wrong", "number", "lunch",
        "12:30",
        "Yesterday", "14.03.25", "トモ", "…", "packed", "profit", "I",
    ]
    private static let senders = ["Anna", "Anna B.", "+1 628 555 0147"]

    private let joiner: ConversationJoiner

    package init(_ languages: Languages) { joiner = ConversationJoiner(languages) }

    package func check(_ bytes: [UInt8]) {
        let pictures = Self.pictures(bytes[...])
        let talks = joiner.talks(of: pictures, keepsOrder: false)
        precondition(talks.flatMap(\.order).sorted() == Array(1...pictures.count))
        for talk in talks {
            for transcript in [talk.transcript] + talk.readings { checkLines(of: transcript, on: pictures) }
        }
        let expected = Self.essence(of: talks)
        for start in pictures.indices.dropFirst() {
            let rotated = Array(pictures[start...] + pictures[..<start])
            let other = Self.essence(of: joiner.talks(of: rotated, keepsOrder: false))
            precondition(other == expected)
        }
        precondition(
            Self.essence(of: joiner.talks(of: pictures.reversed(), keepsOrder: false)) == expected)
        let kept = joiner.talks(of: pictures, keepsOrder: true)
        precondition(kept.allSatisfy { $0.order == $0.order.sorted() })
    }

    /// Each line is one of a picture's, and is there once.
    private func checkLines(of transcript: Transcript, on pictures: [Transcript]) {
        var seen: Set<Box> = []
        for line in transcript.lines {
            guard let number = line.box.picture else { preconditionFailure("a line of no picture") }
            precondition(seen.insert(line.box).inserted)
            precondition(pictures[number - 1].lines.contains { $0.text == line.text })
        }
        if let sender = transcript.senderLine { precondition(transcript.lines.indices.contains(sender)) }
    }

    /// What is judged, whatever the pictures' numbers.
    private static func essence(of talks: [JoinedTalk]) -> [[String]] {
        talks.map { talk in
            talk.readings.map { reading in
                reading.lines.map { "\($0.role) \($0.block) \($0.text)" }.joined(separator: "\n")
            }
            .sorted()
        }
        .sorted { $0.lexicographicallyPrecedes($1) }
    }

    // MARK: Pictures

    /// Pictures of one chat, in which lines may be missing, read otherwise, or be somebody else's.
    private static func pictures(_ bytes: ArraySlice<UInt8>) -> [Transcript] {
        var choices = Choices(bytes)
        let lines = (0..<choices.number(1..<24)).map { _ in
            (0..<choices.number(1..<6)).map { _ in words[choices.number(0..<words.count)] }
        }
        return (0..<choices.number(2..<most)).map { _ in
            let first = choices.number(0..<lines.count)
            let last = min(lines.count, first + choices.number(0..<16))
            return picture(of: lines[first..<last], &choices)
        }
    }

    private static func picture(of lines: ArraySlice<[String]>, _ choices: inout Choices) -> Transcript {
        let layouts = OCRLayout.allCases
        let layout = choices.number(0..<4) == 3 ? layouts[choices.number(0..<layouts.count)] : .chat
        var picture = Transcript(lines: [], width: 1_080, height: 2_400, languages: ["eng"], layout: layout)
        var y = 40
        func add(_ words: [String], _ role: LineRole, _ block: Int, x: Int = 60) {
            picture.lines.append(
                Transcript.Line(
                    words: words.enumerated().map { number, word in
                        Transcript.Word(
                            text: word, confidence: 0.6 + Double(words.count % 4) / 10,
                            box: Box(x: x + 130 * number, y: y, width: 120, height: 40))
                    }, role: role, block: block))
        }
        if choices.number(0..<3) > 0 {
            picture.senderLine = 0
            add([senders[choices.number(0..<senders.count)]], .chrome, 0)
        }
        var block = 1
        for line in lines {
            // A line may follow close, so that boxes lie on each other.
            let change = choices.byte()
            y += change % 16 == 1 ? 10 : change % 16 == 2 ? 1 : 50
            block += change % 3 == 0 ? 1 : 0
            let role: LineRole =
                line[0].contains { $0.isNumber } ? .chrome : block.isMultiple(of: 2) ? .incoming : .outgoing
            switch change / 16 {
            case 0: continue
            case 1: add(Array(line.reversed()), role, block)
            case 2:
                add([line[0]], role, block)
                if line.count > 1 { add(Array(line[1...]), .incoming, block + 1, x: 190) }
            case 3: add(line, role == .incoming ? .outgoing : .incoming, block)
            default: add(line, role, block)
            }
        }
        return picture
    }
}
