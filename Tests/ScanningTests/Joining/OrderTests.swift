import Scanning
import Testing
import TextAnalysis

/// Pictures that share no line.
@Suite("The order of pictures by times")
struct OrderTests {
    private static func picture(_ script: String, clock: String = "18:00") -> Transcript {
        var phone = Phone(script)
        phone.clock = clock
        return phone.picture(0..<phone.count)
    }

    private static let boat = "< Is the boat still free on Sunday then"
    private static let kettle = "< There is a kettle and nothing more than that"
    private static let lunch = "< Who makes the sandwiches for all of us"

    private static func order(_ pictures: [Transcript]) throws -> (order: [Int], evidence: OrderEvidence) {
        let talks = try Phone.joiner.get().talks(of: pictures, keepsOrder: false)
        #expect(talks.count == 1)
        return (talks[0].order, talks[0].evidence)
    }

    @Test(
        "Times and dates are compared as such",
        arguments: [
            ("9:05", "10:30"), ("9:41 AM", "1:02 PM"), ("12:10 AM", "9:00 AM"),
            ("Yesterday 23:10", "Today 9:05"),
            ("12 March 2025 20:00", "3 April 2025 8:00"), ("14.03.25 8:00", "02.04.25 7:00"),
            ("28 December 2024 9:00", "2 January 2025 8:00"), ("Gestern 21:15", "Heute 7:30"),
            ("3. März 22:00", "4. März 6:10"),
            ("Sat, Mar 1 at 9:00 PM", "Sun, Mar 2 at 8:00 AM"), ("2025-03-31 9:00", "Yesterday 8:00"),
        ])
    func times(earlier: String, later: String) throws {
        let (first, second) = (
            Self.picture("- \(earlier)\n\(Self.boat)"), Self.picture("- \(later)\n\(Self.kettle)")
        )
        for (pictures, expected) in [([first, second], [1, 2]), ([second, first], [2, 1])] {
            let found = try Self.order(pictures)
            #expect(found.order == expected && found.evidence == .times)
        }
    }

    @Test("A date holds for the times below it")
    func flowing() throws {
        let first = Self.picture("- Yesterday\n\(Self.boat)\n- 23:50")
        let second = Self.picture("- Today\n\(Self.kettle)\n- 0:20")
        try #expect(Self.order([second, first]).order == [2, 1])
    }

    @Test("Without times in the chat, the phone's clock tells; without that, the pictures stay as they came")
    func clock() throws {
        let early = Self.picture(Self.boat, clock: "9:41")
        let late = Self.picture(Self.kettle, clock: "9:43")
        try #expect(Self.order([late, early]).order == [2, 1])
        try #expect(Self.order([late, early]).evidence == .phoneClock)
        let same = Self.picture(Self.kettle, clock: "9:41")
        try #expect(Self.order([same, early]).order == [1, 2])
        try #expect(Self.order([same, early]).evidence == .nothing)
    }

    @Test("Where nothing tells the order, what is judged doesn't depend on how the pictures came")
    func unknown() throws {
        let pictures = [Self.boat, Self.kettle, Self.lunch].map { Self.picture($0) }
        let texts = { (order: [Int]) in
            try Phone.joiner.get().talks(of: order.map { pictures[$0] }, keepsOrder: false)[0].readings.map(
                \.messages)
        }
        try #expect(texts([0, 1, 2]).count == 3)
        for order in [[0, 2, 1], [1, 2, 0], [2, 1, 0]] { try #expect(texts(order) == texts([0, 1, 2])) }
    }

    @Test("A picture on which nothing was read comes last and changes no order")
    func empty() throws {
        let blank = Transcript(lines: [], width: 1_080, height: 2_400, languages: ["eng"])
        let first = Self.picture("- 9:05\n\(Self.boat)")
        let second = Self.picture("- 9:50\n\(Self.kettle)")
        try #expect(Self.order([blank, second, first]).order == [3, 2, 1])
        try #expect(Self.order([blank, second, first]).evidence == .times)
    }
}
