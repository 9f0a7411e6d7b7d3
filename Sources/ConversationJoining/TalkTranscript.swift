import TextAnalysis

/// One transcript of several pictures of a conversation, to which one picture after the other is added. Lines that a picture shares with
/// those before are in it once.
struct TalkTranscript {
    private struct Piece {
        var line: Transcript.Line
        let text: LineText
        var isSender = false
        var isAddress = false
    }

    private var pieces: [Piece] = []
    private var pictures: [ChatPicture] = []

    init(_ pictures: [ChatPicture]) {
        for picture in pictures { add(picture) }
    }

    var transcript: Transcript {
        if pictures.count == 1 { return pictures[0].transcript }
        var languages: [String] = []
        for language in pictures.flatMap(\.transcript.languages) where !languages.contains(language) {
            languages.append(language)
        }
        let kind = pictures.lazy.map(\.transcript.layout).first { $0 != .plain }
        var transcript = Transcript(
            lines: pieces.map(\.line), width: pictures.map(\.transcript.width).max() ?? 0,
            height: pictures.map(\.transcript.height).max() ?? 0, languages: languages,
            layout: kind ?? .plain, senderLine: pieces.firstIndex(where: \.isSender),
            addressLine: pieces.firstIndex(where: \.isAddress))
        for code in pictures.flatMap(\.transcript.codes)
        where transcript.codes.count < Transcript.Code.maxCount
            && !transcript.codes.contains(where: { $0.payload == code.payload })
        {
            transcript.codes.append(code)
        }
        return transcript
    }

    /// Adds a picture's messages. Of the lines around them, only those that name the sender and the address are kept, of the first
    /// picture that has them.
    private mutating func add(_ picture: ChatPicture) {
        let source = picture.transcript
        let sender = pieces.contains(where: \.isSender) ? nil : source.senderLine
        let address = pieces.contains(where: \.isAddress) ? nil : source.addressLine
        let firstBlock = (pieces.map(\.line.block).max() ?? -1) + 1
        let new = source.lines.indices.filter {
            source.lines[$0].role.isMessage || $0 == sender || $0 == address
        }
        .map { index in
            var piece = Piece(
                line: source.lines[index], text: LineText(source.lines[index].text),
                isSender: index == sender, isAddress: index == address)
            piece.line.block += firstBlock
            return piece
        }
        pictures.append(picture)
        merge(new, LineAlignment(pieces.map(\.text), new.map(\.text)).pairs)
    }

    /// Moves what stands within a bubble behind it: at a picture's edge, a cut bubble may be read as other lines.
    private static func keepingBlocksTogether(_ pieces: [Piece]) -> [Piece] {
        pieces.reduce(into: []) { result, piece in
            let end = result.lastIndex { $0.line.block == piece.line.block } ?? result.count - 1
            result.insert(piece, at: end + 1)
        }
    }

    /// - Parameter pairs: the lines that are there already, and which of the new ones they are.
    private mutating func merge(_ new: [Piece], _ pairs: [(first: Int, second: Int)]) {
        var merged: [Piece] = []
        var (index, place) = (0, 0)
        var blocks: [Int: Int] = [:]
        for pair in pairs {
            merged += pieces[index..<pair.first] + new[place..<pair.second]
            let (old, other) = (pieces[pair.first], new[pair.second])
            var piece = other.line.confidence > old.line.confidence ? other : old
            piece.isSender = old.isSender || other.isSender
            piece.isAddress = old.isAddress || other.isAddress
            blocks[other.line.block] = blocks[other.line.block] ?? old.line.block
            merged.append(piece)
            (index, place) = (pair.first + 1, pair.second + 1)
        }
        merged += pieces[index...] + new[place...]
        // Of a bubble that one picture cuts off, the other shows more lines, and tells better whose it is.
        for (block, oldBlock) in blocks {
            let (fuller, old) = (
                new.filter { $0.line.block == block }, pieces.filter { $0.line.block == oldBlock }
            )
            let role = fuller.count > old.count ? fuller[0].line.role : old[0].line.role
            for index in merged.indices
            where merged[index].line.block == block || merged[index].line.block == oldBlock {
                merged[index].line.block = oldBlock
                merged[index].line.role = role
            }
        }
        pieces = Self.keepingBlocksTogether(merged)
    }
}
