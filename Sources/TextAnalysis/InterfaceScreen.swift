extension Transcript {
    // The constants were chosen on the development pictures.
    private static let fewestBlocks = 4
    /// A row's title, a button or a value has at most this many words.
    private static let mostWordsOfLabel = 5

    /// Whether it looks like an app's own screen: blocks of few words, nobody who writes, and no answers. A sender can make a message look
    /// so, too.
    var isInterface: Bool {
        guard layout == .plain || layout == .popUp, senderLine == nil, addressLine == nil,
            !lines.contains(where: { $0.role == .outgoing })
        else { return false }
        var words: [Int: Int] = [:]
        for line in lines where line.role == .incoming { words[line.block, default: 0] += line.words.count }
        let labels = words.values.count { $0 <= Self.mostWordsOfLabel }
        return words.count >= Self.fewestBlocks && (layout == .popUp || labels * 2 > words.count)
    }
}
