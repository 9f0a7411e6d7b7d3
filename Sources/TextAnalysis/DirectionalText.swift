/// Puts a text with explicit directions into the order in which a screen shows it (Unicode's bidirectional algorithm, UAX 9), as an
/// override shows Latin letters from right to left. Hebrew and Arabic letters stay in the order in which they are read.
///
/// What stands between a sign of direction and the one that ends it is a frame. A frame is put in order when it ends, and is one
/// item of the frame around it from then on.
struct DirectionalText {
    private enum Direction { case left, right, neutral }

    private struct Item {
        /// Neutral for blanks and signs, which take the direction of what stands on both sides.
        var direction: Direction
        /// The item's scalars in `pool`.
        var range: Range<Int>
        /// Whether it is a letter of a script that is written from right to left.
        var isRightScript = false
        /// Whether it is a single blank or sign.
        var isSign = false
    }

    private struct Frame {
        /// Neutral for a frame that takes the direction of its first letter.
        var direction: Direction
        var isOverride = false
        var isIsolate = false
        var items: [Item] = []
    }

    private var pool: [Unicode.Scalar] = []
    private var frames = [Frame(direction: .left)]
    /// Whether Latin letters or digits were written from right to left, as nobody does but to hide them.
    private var isWrittenBackwards = false

    /// The largest number of frames in each other that Unicode's algorithm follows.
    private static let maxDepth = 125

    static func inReadingOrder(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars
        // No frame reaches beyond the end of its line.
        while let start = rest.first {
            let line = rest.prefix { !isLineEnd($0) }
            result += isLineEnd(start) ? [start] : inReadingOrder(line)
            rest = rest.dropFirst(max(1, line.count))
        }
        return String(result)
    }

    private static func inReadingOrder(_ line: Substring.UnicodeScalarView) -> [Unicode.Scalar] {
        guard line.contains(where: isOpening), !isMostlyRightScript(line) else { return Array(line) }
        var order = DirectionalText()
        for scalar in line { order.add(scalar) }
        while order.frames.count > 1 { order.close() }
        let scalars = order.pool[order.write(order.frames[0])]
        return order.isWrittenBackwards ? DisplayedText.marked(scalars) : Array(scalars)
    }

    private static func isLineEnd(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "\n" || scalar == "\r" || scalar == "\u{2029}" || scalar == "\u{85}"
    }

    private static func isOpening(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) && scalar.value != 0x202C
            || (0x2066...0x2068).contains(scalar.value)
    }

    private static func isRightScript(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFE: true
        default: false
        }
    }

    private static func isMostlyRightScript(_ line: some Collection<Unicode.Scalar>) -> Bool {
        var balance = 0
        for scalar in line where CharacterClass(scalar.value) == .letter {
            balance += isRightScript(scalar) ? 1 : -1
        }
        return balance > 0
    }

    private mutating func add(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x202A: open(.left)
        case 0x202B: open(.right)
        case 0x202D: open(.left, isOverride: true)
        case 0x202E: open(.right, isOverride: true)
        case 0x2066: open(.left, isIsolate: true)
        case 0x2067: open(.right, isIsolate: true)
        case 0x2068: open(.neutral, isIsolate: true)
        case 0x202C:
            if frames.count > 1, frames.last?.isIsolate == false { close() }
        case 0x2069:
            guard let start = frames.lastIndex(where: \.isIsolate) else { return }
            while frames.count > start { close() }
        default: append(scalar)
        }
    }

    private mutating func open(_ direction: Direction, isOverride: Bool = false, isIsolate: Bool = false) {
        guard frames.count <= Self.maxDepth else { return }
        frames.append(Frame(direction: direction, isOverride: isOverride, isIsolate: isIsolate))
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        let frame = frames.count - 1
        let place = pool.count
        pool.append(scalar)
        // A mark stays behind its letter, whatever the direction.
        if CharacterClass(scalar.value) == .mark, let last = frames[frame].items.last,
            last.range.upperBound == place
        {
            frames[frame].items[frames[frame].items.count - 1].range = last.range.lowerBound..<(place + 1)
            return
        }
        let isRight = Self.isRightScript(scalar)
        let direction: Direction =
            switch scalar.value {
            case 0x200E: .left
            case 0x200F, 0x061C: .right
            default:
                if isRight {
                    .right
                } else {
                    switch CharacterClass(scalar.value) {
                    case .letter, .digit, .ideograph: .left
                    default: .neutral
                    }
                }
            }
        frames[frame].items.append(
            Item(
                direction: direction, range: place..<(place + 1), isRightScript: isRight,
                isSign: direction == .neutral))
    }

    /// Makes the innermost frame an item of the frame around it.
    private mutating func close() {
        guard frames.count > 1 else { return }
        var frame = frames.removeLast()
        if frame.direction == .neutral {
            frame.direction = frame.items.first { $0.direction != .neutral }?.direction ?? .left
        }
        if frame.isOverride, frame.direction == .right, frame.items.contains(where: { $0.direction == .left })
        {
            isWrittenBackwards = true
        }
        let range = write(frame)
        frames[frames.count - 1].items.append(
            Item(direction: frame.isIsolate ? .neutral : frame.direction, range: range))
    }

    /// Appends the frame's scalars to the pool in reading order.
    private mutating func write(_ frame: Frame) -> Range<Int> {
        let start = pool.count
        var scalars: [Unicode.Scalar] = []
        for item in Self.ordered(frame) { scalars += pool[item.range] }
        pool += scalars
        return start..<pool.count
    }

    /// The frame's items in the order in which they are read.
    private static func ordered(_ frame: Frame) -> [Item] {
        var items = resolved(frame)
        if frame.direction == .right { items.reverse() }
        let other: Direction = frame.direction == .right ? .left : .right
        reverse(&items) {
            $0.direction == other
        } goingOn: {
            $0.direction == other
        }
        // From here on the items stand as they are seen. Scripts from right to left are read the other way.
        reverse(&items) {
            $0.isRightScript
        } goingOn: {
            $0.isRightScript || $0.isSign
        }
        return items
    }

    /// Gives each neutral item a direction: that of the items on both sides if they agree, and else that of the frame.
    private static func resolved(_ frame: Frame) -> [Item] {
        var items = frame.items
        guard !frame.isOverride else {
            for index in items.indices { items[index].direction = frame.direction }
            return items
        }
        var before = frame.direction
        var index = 0
        while index < items.count {
            guard items[index].direction == .neutral else {
                before = items[index].direction
                index += 1
                continue
            }
            var end = index
            while end < items.count, items[end].direction == .neutral { end += 1 }
            let after = end < items.count ? items[end].direction : frame.direction
            let direction = before == after ? before : frame.direction
            for place in index..<end { items[place].direction = direction }
            index = end
        }
        return items
    }

    /// Turns round each stretch of items that begins and ends with an item that `belongs`.
    private static func reverse(
        _ items: inout [Item], where belongs: (Item) -> Bool, goingOn goesOn: (Item) -> Bool
    ) {
        var index = 0
        while index < items.count {
            var (end, next) = (index, index)
            while next < items.count, belongs(items[index]), goesOn(items[next]) {
                next += 1
                if belongs(items[next - 1]) { end = next }
            }
            if end > index + 1 { items[index..<end].reverse() }
            index = max(next, index + 1)
        }
    }
}
