/// A country calling code: its country, and how long that country's numbers are.
///
/// The source is ITU-T E.164 assignments and national numbering plans, taken by hand in November 2026. Lengths are those of
/// national numbers without a trunk prefix, with room for both fixed and mobile ones.
package struct CallingCode {
    /// ISO 3166-1 alpha-2 code of the country; of the largest one if several countries share the calling code.
    package private(set) var country: String
    /// The numbers of digits that a national number of the country may have.
    var lengths: ClosedRange<Int>
    /// The number of digits of the calling code itself, from 1 to 3.
    var digits: Int

    /// All countries that share the calling code, as ISO 3166-1 alpha-2 codes.
    package let sharedBy: [String]

    /// The number of digits of the longest calling codes (E.164).
    private static let maxDigits = 3

    /// Returns nil where the number begins with no assigned code.
    /// - Parameter number: the digits of an international number after `+` or `00`.
    init?(startingWith number: [UInt8]) {
        var value = 0
        for (index, digit) in number.prefix(Self.maxDigits).enumerated() {
            value = value * 10 + Int(digit &- UInt8(ascii: "0"))
            if let entry = Self.table[value] {
                country = entry.country
                lengths = entry.lengths
                digits = index + 1
                sharedBy = Self.sharing[value] ?? [entry.country]
                refine(number.dropFirst(digits))
                return
            }
        }
        return nil
    }

    /// - Parameter number: a telephone number, of which the calling code is told only behind a plus.
    package init?(of number: String) {
        guard number.hasPrefix("+") else { return nil }
        self.init(startingWith: Array(number.utf8.dropFirst()))
    }

    /// Whether the number has a length that the country uses. A trunk zero is often left in: `+44 (0)20 …`.
    func allows(_ number: [UInt8]) -> Bool {
        let national = number.count - digits
        if lengths.contains(national) { return true }
        return number.count > digits && number[digits] == UInt8(ascii: "0") && lengths.contains(national - 1)
    }

    /// Replaces the country for the codes 1 and 7, which several countries share.
    private mutating func refine(_ national: ArraySlice<UInt8>) {
        switch country {
        case "RU":
            if let first = national.first, first == UInt8(ascii: "6") || first == UInt8(ascii: "7") {
                country = "KZ"
            }
        case "US":
            let area = national.prefix(3).reduce(0) { $0 * 10 + Int($1 &- UInt8(ascii: "0")) }
            if Self.canadian.contains(area) { country = "CA" }
            if let island = Self.islands[area] { country = island }
        default: break
        }
    }

    /// The area codes of Canada within the North American numbering plan.
    private static let canadian: Set<Int> = [
        204, 226, 236, 249, 250, 263, 289, 306, 343, 354, 365, 367, 368, 382, 403, 416, 418, 428, 431, 437,
        438,
        450, 468, 474, 506, 514, 519, 548, 579, 581, 584, 587, 604, 613, 639, 647, 672, 683, 705, 709, 742,
        753,
        778, 780, 782, 807, 819, 825, 867, 873, 879, 902, 905,
    ]

    /// The countries of that plan's area codes that lie neither in Canada nor in the United States.
    private static let islands: [Int: String] = [
        242: "BS", 246: "BB", 264: "AI", 268: "AG", 284: "VG", 340: "VI", 345: "KY", 441: "BM", 473: "GD",
        649: "TC", 658: "JM", 664: "MS", 670: "MP", 671: "GU", 684: "AS", 721: "SX", 758: "LC", 767: "DM",
        784: "VC", 787: "PR", 809: "DO", 829: "DO", 849: "DO", 868: "TT", 869: "KN", 876: "JM", 939: "PR",
    ]

    /// The countries of codes that several countries share.
    private static let sharing: [Int: [String]] = [
        1: ["US", "CA"] + islands.values, 7: ["RU", "KZ"], 44: ["GB", "JE", "GG", "IM"],
    ]

    private static let table: [Int: (country: String, lengths: ClosedRange<Int>)] = {
        var table: [Int: (country: String, lengths: ClosedRange<Int>)] = [:]
        // Each entry is a code, a country, and a length or the shortest and the longest one.
        for entry in """
        1:US:10 7:RU:10 20:EG:8-10 27:ZA:9 30:GR:10 31:NL:9 32:BE:8-9 33:FR:9 34:ES:9 36:HU:8-9 39:IT:6-11
        40:RO:9 41:CH:9 43:AT:4-13 44:GB:9-10 45:DK:8 46:SE:7-10 47:NO:8 48:PL:9 49:DE:5-12 51:PE:8-9
        52:MX:10-11 53:CU:6-8 54:AR:10-11 55:BR:10-11 56:CL:8-9 57:CO:8-10 58:VE:10 60:MY:8-10 61:AU:9
        62:ID:7-12 63:PH:8-10 64:NZ:8-10 65:SG:8 66:TH:8-9 81:JP:9-10 82:KR:8-10 84:VN:9-10 86:CN:10-11
        90:TR:10 91:IN:10 92:PK:9-10 93:AF:9 94:LK:9 95:MM:7-10 98:IR:10 211:SS:9 212:MA:9 213:DZ:8-9
        216:TN:8 218:LY:8-9 220:GM:7 221:SN:9 222:MR:8 223:ML:8 224:GN:8-9 225:CI:8-10 226:BF:8 227:NE:8
        228:TG:8 229:BJ:8-10 230:MU:7-8 231:LR:7-9 232:SL:8 233:GH:9 234:NG:8-10 235:TD:8 236:CF:8 237:CM:9
        238:CV:7 239:ST:7 240:GQ:9 241:GA:7-8 242:CG:9 243:CD:9 244:AO:9 245:GW:7-9 246:IO:7 247:AC:4-6
        248:SC:7 249:SD:9 250:RW:8-9 251:ET:9 252:SO:7-9 253:DJ:8 254:KE:9 255:TZ:9 256:UG:9 257:BI:8
        258:MZ:8-9 260:ZM:9 261:MG:9 262:RE:9 263:ZW:8-10 264:NA:8-9 265:MW:7-9 266:LS:8 267:BW:7-8 268:SZ:8
        269:KM:7 290:SH:4-5 291:ER:7 297:AW:7 298:FO:6 299:GL:6 350:GI:8 351:PT:9 352:LU:4-11 353:IE:7-9
        354:IS:7-9 355:AL:8-9 356:MT:8 357:CY:8 358:FI:5-12 359:BG:7-9 370:LT:8 371:LV:8 372:EE:7-8 373:MD:8
        374:AM:8 375:BY:9-10 376:AD:6-9 377:MC:8-9 378:SM:6-10 380:UA:9 381:RS:7-12 382:ME:8 383:XK:8
        385:HR:8-9 386:SI:8 387:BA:8 389:MK:8 420:CZ:9 421:SK:9 423:LI:7-9 500:FK:5 501:BZ:7 502:GT:8
        503:SV:8 504:HN:8 505:NI:8 506:CR:8 507:PA:7-8 508:PM:6 509:HT:8 590:GP:9 591:BO:8 592:GY:7
        593:EC:8-9 594:GF:9 595:PY:9 596:MQ:9 597:SR:6-7 598:UY:7-8 599:CW:7-8 670:TL:7-8 672:NF:5-6 673:BN:7
        674:NR:7 675:PG:7-8 676:TO:5-7 677:SB:5-7 678:VU:5-7 679:FJ:7 680:PW:7 681:WF:6 682:CK:5 683:NU:4-7
        685:WS:5-7 686:KI:5-8 687:NC:6 688:TV:5-6 689:PF:6-8 690:TK:4-5 691:FM:7 692:MH:7 850:KP:8-10
        852:HK:8 853:MO:8 855:KH:8-9 856:LA:8-10 880:BD:8-10 886:TW:8-9 960:MV:7 961:LB:7-8 962:JO:8-9
        963:SY:8-9 964:IQ:8-10 965:KW:7-8 966:SA:8-9 967:YE:7-9 968:OM:7-8 970:PS:8-9 971:AE:8-9 972:IL:8-9
        973:BH:8 974:QA:7-8 975:BT:7-8 976:MN:7-8 977:NP:8-10 992:TJ:9 993:TM:8 994:AZ:9 995:GE:9 996:KG:9
        998:UZ:9
        """.split(whereSeparator: \.isWhitespace) {
            let fields = entry.split(separator: ":")
            guard fields.count == 3, let code = Int(fields[0]) else { continue }
            let bounds = fields[2].split(separator: "-").compactMap { Int($0) }
            guard let shortest = bounds.first, let longest = bounds.last, shortest <= longest else {
                continue
            }
            table[code] = (String(fields[1]), shortest...longest)
        }
        return table
    }()
}
