package import TextAnalysis
package import Texts

/// Puts the pictures of conversations in order. Everything follows from what the pictures show, so that the same pictures in another order
/// give the same conversation.
package struct ConversationJoiner: Sendable {
    private let words: TimeWords

    package init(_ languages: Languages) { words = TimeWords(languages) }

    /// Returns the conversations that pictures show.
    /// - Parameters:
    ///   - transcripts: what was read on each picture, in the order in which they were sent.
    ///   - keepsOrder: whether that is the conversation's order.
    package func talks(of transcripts: [Transcript], keepsOrder: Bool) -> [JoinedTalk] {
        let sent = transcripts.enumerated().map { ChatPicture($1, number: $0 + 1, times: words) }
        let pictures = keepsOrder ? sent : sent.sorted { $0.precedes($1) }
        let alignments = pictures.indices.map { one in
            (one + 1..<pictures.count).map { LineAlignment(pictures[one].texts, pictures[$0].texts) }
        }
        let alignment = { (one: Int, other: Int) in alignments[one][other - one - 1] }
        let groups = Self.groups(of: pictures) { alignment($0, $1).isFound }
        return groups.map { members in
            if members.count == 1 || keepsOrder {
                return Self.talk([members], pictures, evidence: members.count == 1 ? .single : .asked)
            }
            // Where nothing was read, there is nothing to put in order.
            let empty = members.filter { pictures[$0].texts.isEmpty }
            let chains = PictureChains(
                members.filter { !pictures[$0].texts.isEmpty }, pictures, alignment: alignment
            ).chains
            if chains.count < 2 {
                return Self.talk(
                    chains + empty.map { [$0] }, pictures,
                    evidence: members.count - empty.count > 1 ? .overlap : .nothing)
            }
            let times = chains.map { chain in
                chain.dropFirst().reduce(pictures[chain[0]].times) { $0.followed(by: pictures[$1].times) }
            }
            let isJoined = chains.contains { $0.count > 1 }
            if let order = Self.order(chains.count, { times[$0].isBefore(times[$1]) }) {
                return Self.talk(
                    order.map { chains[$0] } + [empty], pictures,
                    evidence: isJoined ? .overlapAndTimes : .times)
            }
            let clocks = times.map(\.phoneClock)
            let byClock = Self.order(chains.count) { one, other in
                guard let first = clocks[one], let second = clocks[other], first != second else { return nil }
                return first < second
            }
            if let byClock {
                return Self.talk(byClock.map { chains[$0] } + [empty], pictures, evidence: .phoneClock)
            }
            return Self.talk(chains + empty.map { [$0] }, pictures, evidence: .nothing)
        }
    }

    /// - Parameter chains: the talk's stretches in order; in any order where nothing tells it.
    private static func talk(
        _ chains: [[Int]], _ pictures: [ChatPicture], evidence: OrderEvidence
    ) -> JoinedTalk {
        var stretches = chains.map { $0.map { pictures[$0] } }
        let readings =
            evidence != .nothing
            ? []
            : stretches.indices.map { first in
                TalkTranscript(stretches[first] + (stretches[..<first] + stretches[(first + 1)...]).joined())
                    .transcript
            }
        if evidence == .nothing {
            stretches.sort { ($0.map(\.number).min() ?? 0) < ($1.map(\.number).min() ?? 0) }
        }
        let order = stretches.flatMap(\.self)
        let transcript = TalkTranscript(order).transcript
        return JoinedTalk(
            order: order.map(\.number), evidence: evidence, transcript: transcript,
            readings: readings.isEmpty ? [transcript] : readings)
    }

    /// Sorts by comparisons that may be missing or contradict each other.
    /// - Returns: nil if there is no order that all comparisons of two agree to.
    private static func order(_ count: Int, _ isBefore: (Int, Int) -> Bool?) -> [Int]? {
        let before = (0..<count).map { one in
            (0..<count).map {
                $0 == one ? false : $0 > one ? isBefore(one, $0) : isBefore($0, one).map { !$0 }
            }
        }
        let order = (0..<count).sorted { one, other in
            before[one].count { $0 == true } > before[other].count { $0 == true }
        }
        for (position, one) in order.enumerated() {
            for other in order[(position + 1)...] where before[one][other] != true { return nil }
        }
        return order
    }

    /// The pictures of each conversation. Pictures that share lines are of one; of the others, those that aren't plainly apart. Pictures
    /// that name nobody belong to the only conversation, or else together.
    private static func groups(of pictures: [ChatPicture], isOverlap: (Int, Int) -> Bool) -> [[Int]] {
        var groups: [[Int]] = []
        for index in pictures.indices {
            let shared = groups.indices.filter { groups[$0].contains { isOverlap($0, index) } }
            join(index, with: shared, &groups)
        }
        func isApart(_ one: [Int], _ other: [Int]) -> Bool {
            one.contains { first in other.contains { pictures[first].isPlainlyApart(from: pictures[$0]) } }
        }
        func isNamed(_ group: [Int]) -> Bool { group.contains { pictures[$0].sender != nil } }
        for isFirst in [true, false] {
            var result: [[Int]] = []
            for group in groups {
                let open = result.indices.filter { !isApart(result[$0], group) }
                // A group without a name may belong to several: then to none of them.
                let like =
                    isFirst
                    ? open.filter { isNamed(result[$0]) == isNamed(group) } : open.count == 1 ? open : []
                if let place = like.first { result[place] += group } else { result.append(group) }
            }
            groups = result
        }
        return groups.map { $0.sorted() }.sorted { $0[0] < $1[0] }
    }

    private static func join(_ index: Int, with places: [Int], _ groups: inout [[Int]]) {
        let joined = places.flatMap { groups[$0] } + [index]
        for place in places.reversed() { groups.remove(at: place) }
        groups.append(joined)
    }
}

/// Pictures of one conversation, in its order.
package struct JoinedTalk: Sendable {
    /// The pictures' numbers in order.
    package let order: [Int]
    package let evidence: OrderEvidence
    /// The conversation as one transcript, in this order.
    package let transcript: Transcript
    /// The transcripts to judge: this one, or where nothing tells the order, one for each stretch of it that may be the first.
    package let readings: [Transcript]
}

/// What told the order of a conversation's pictures, the surest first.
package enum OrderEvidence: Int, Sendable, Comparable {
    /// There is one picture.
    case single
    /// The client gave the order.
    case asked
    case overlap
    case overlapAndTimes
    case times
    /// The clock in the phone's status bar.
    case phoneClock
    case nothing

    package static func < (one: OrderEvidence, other: OrderEvidence) -> Bool { one.rawValue < other.rawValue }

    /// Why the pictures are in this order, for a person.
    package var reason: Sentence {
        let key: VerdictText =
            switch self {
            case .single: .orderSingle
            case .asked: .orderAsked
            case .overlap: .orderOverlap
            case .overlapAndTimes: .orderOverlapAndTimes
            case .times: .orderTimes
            case .phoneClock: .orderPhoneClock
            case .nothing: .orderNothing
            }
        return Sentence(key)
    }
}
