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
