import TextAnalysis

/// One transcript of several pictures of a conversation, to which one picture after the other is added. Lines that a picture shares with
/// those before are in it once.
struct TalkTranscript {
    private struct Piece {
        var line: Transcript.Line
        let text: LineText
        let box: Box
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
                box: source.lines[index].box,
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

    /// A line is a part of another if the other has at least this share of its pairs of letters.
    private static let leastShare = 0.7
    /// Of two readings of a line, one that has this share of the other's letters is as whole as it.
    private static let asWhole = 0.8

    /// Lines that stand beside a shared one and are parts of what the other picture shows there: it was read in parts.
    private static func parts(_ pieces: [Piece], shared: [(own: Int, whole: Piece)]) -> Set<Int> {
        let taken = Set(shared.map(\.own))
        return Set(
            pieces.indices.filter { index in
                !taken.contains(index)
                    && shared.contains { own, whole in
                        pieces[index].box.isBeside(pieces[own].box)
                            && pieces[own].text.length < whole.text.length
                            && pieces[index].text.share(in: whole.text) >= leastShare
                    }
            })
    }

    /// The reading of a line to keep: a whole one before one that lacks a part, else the surer one.
    private static func better(_ old: Piece, _ new: Piece) -> Piece {
        let (shorter, longer) = old.text.length < new.text.length ? (old, new) : (new, old)
        if Double(shorter.text.length) < asWhole * Double(longer.text.length) { return longer }
        return new.line.confidence > old.line.confidence ? new : old
    }

    /// Makes one bubble of those that a further picture shows as one.
    /// - Returns: the bubbles that were several.
    private mutating func joinBlocks(_ new: [Piece], _ pairs: [(first: Int, second: Int)]) -> Set<Int> {
        var joined: Set<Int> = []
        var blocks: [Int: Int] = [:]
        for pair in pairs {
            let (old, block) = (pieces[pair.first].line, new[pair.second].line.block)
            guard let whole = blocks[block] else {
                blocks[block] = old.block
                continue
            }
            guard whole != old.block, pieces.first(where: { $0.line.block == whole })?.line.role == old.role
            else { continue }
            for index in pieces.indices where pieces[index].line.block == old.block {
                pieces[index].line.block = whole
            }
            joined.insert(whole)
        }
        return joined
    }

    /// - Parameter pairs: the lines that are there already, and which of the new ones they are.
    private mutating func merge(_ new: [Piece], _ pairs: [(first: Int, second: Int)]) {
        let wereSeveral = joinBlocks(new, pairs)
        let oldParts = Self.parts(pieces, shared: pairs.map { ($0.first, new[$0.second]) })
        let newParts = Self.parts(new, shared: pairs.map { ($0.second, pieces[$0.first]) })
        var merged: [Piece] = []
        var (index, place) = (0, 0)
        var blocks: [Int: Int] = [:]
        func addOthers(_ old: Range<Int>, _ others: Range<Int>) {
            merged += old.filter { !oldParts.contains($0) }.map { pieces[$0] }
            merged += others.filter { !newParts.contains($0) }.map { new[$0] }
        }
        for pair in pairs {
            addOthers(index..<pair.first, place..<pair.second)
            let (old, other) = (pieces[pair.first], new[pair.second])
            var piece = Self.better(old, other)
            piece.isSender = old.isSender || other.isSender
            piece.isAddress = old.isAddress || other.isAddress
            blocks[other.line.block] = blocks[other.line.block] ?? old.line.block
            merged.append(piece)
            (index, place) = (pair.first + 1, pair.second + 1)
        }
        addOthers(index..<pieces.count, place..<new.count)
        // Of a bubble that one picture cuts off, the other shows more lines, and tells better whose it is.
        for (block, oldBlock) in blocks.sorted(by: { $0.key < $1.key }) {
            let (fuller, old) = (
                new.filter { $0.line.block == block }, pieces.filter { $0.line.block == oldBlock }
            )
            // What is read in parts tells less. Where both tell as much, the owner's side counts, which isn't seen by accident.
            let (here, there) = (fuller[0].line.role, old[0].line.role)
            let role =
                fuller.count > old.count || wereSeveral.contains(oldBlock)
                ? here
                : fuller.count == old.count && here == .outgoing ? here : there
            for index in merged.indices
            where merged[index].line.block == block || merged[index].line.block == oldBlock {
                merged[index].line.block = oldBlock
                merged[index].line.role = role
            }
        }
        pieces = Self.keepingBlocksTogether(merged)
    }
}

extension Box {
    /// Whether two boxes of one picture stand in a row.
    fileprivate func isBeside(_ other: Box) -> Bool {
        let height = min(y + self.height, other.y + other.height) - max(y, other.y)
        return picture == other.picture && 2 * height >= min(self.height, other.height)
    }
}
