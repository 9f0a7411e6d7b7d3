/// Edit distance between short ASCII names.
enum EditDistance {
    /// Whether one insertion, deletion, substitution or swap of neighbours makes `a` into `b`.
    static func isOne(_ a: String, _ b: String) -> Bool {
        let a = Array(a.utf8)
        let b = Array(b.utf8)
        guard a != b, abs(a.count - b.count) <= 1 else { return false }
        let prefix = zip(a, b).prefix { $0 == $1 }.count
        let restA = a[prefix...]
        let restB = b[prefix...]
        if a.count > b.count { return restA.dropFirst().elementsEqual(restB) }
        if a.count < b.count { return restB.dropFirst().elementsEqual(restA) }
        if restA.dropFirst().elementsEqual(restB.dropFirst()) { return true }
        return restA.count >= 2 && restA[prefix] == restB[prefix + 1] && restA[prefix + 1] == restB[prefix]
            && restA.dropFirst(2).elementsEqual(restB.dropFirst(2))
    }
}
