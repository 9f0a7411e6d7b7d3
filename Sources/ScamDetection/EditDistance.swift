/// Comparisons of short ASCII names that differ by one edit.
enum EditDistance {
    /// Whether one insertion, deletion, substitution or swap of neighbours makes `a` into `b`.
    static func isOne(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        guard abs(a.count - b.count) <= 1 else { return false }
        let prefix = zip(a, b).prefix { $0 == $1 }.count
        let restA = a.dropFirst(prefix)
        let restB = b.dropFirst(prefix)
        if restA.isEmpty, restB.isEmpty { return false }
        if a.count > b.count { return restA.dropFirst().elementsEqual(restB) }
        if a.count < b.count { return restB.dropFirst().elementsEqual(restA) }
        if restA.dropFirst().elementsEqual(restB.dropFirst()) { return true }
        guard restA.count >= 2 else { return false }
        return restA.first == restB.dropFirst().first && restA.dropFirst().first == restB.first
            && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
    }

    /// Whether `a` becomes `b` by a swap of two neighbours, by doubling a letter or by writing a doubled letter once.
    static func isSwapOrDoubling(_ a: ArraySlice<UInt8>, _ b: ArraySlice<UInt8>) -> Bool {
        guard isOne(a, b) else { return false }
        if a.count == b.count {
            return zip(a, b).count { $0 != $1 } == 2
        }
        func runs(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
            bytes.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
        }
        return runs(a) == runs(b)
    }
}
