package import Foundation

/// A temporary folder with rules and a small lexicon. It is deleted when the object is released.
package final class RulesFolder: Sendable {
    package let root: URL
    package var rules: URL { root.appendingPathComponent("rules") }
    package var lexicon: URL { root.appendingPathComponent("lexicon") }

    /// - Parameter files: texts by path, as in `writeAll`.
    package init(_ files: [String: String] = [:]) throws {
        root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try writeAll(files)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// Writes all files again.
    /// - Parameter files: texts by path. They are added to the standard files, or replace them.
    package func writeAll(_ files: [String: String]) throws {
        for (name, text) in Self.standard.merging(files, uniquingKeysWith: { $1 }) { try write(name, text) }
    }

    package func write(_ name: String, _ text: String) throws {
        let url = root.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    package func remove(_ name: String) throws {
        try FileManager.default.removeItem(at: root.appendingPathComponent(name))
    }

    package func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: root.appendingPathComponent(name)), as: UTF8.self)
    }

    package static let groups = """
        version: "1.2.3"
        decisive_weight: 2.0
        groups:
          ask: { cap: 6.0 }
          pressure: { cap: 2.0 }
          identity: { cap: 2.5 }
          link: { cap: 4.0 }
          conversation: { cap: 3.5 }
          style: { cap: 2.5 }
          composite: { cap: 4.0 }
          protective: { cap: 3.0 }
          words: { cap: 4.5, ordinary_cap: 3.0, factor: 1.5 }
        calibration: { slope: 1.0, offset: -3.0 }
        bands: { medium: 0.5, high: 0.95 }
        scam_types:
          delivery: { category: payment_scam }
          otp_request: { category: otp_phishing }
          bank_alert: { category: impersonation }

        """

    private static let standard = [
        "rules/groups.yaml": groups,
        "lexicon/public_suffix_list.dat": "com\ntop\nnet\nuk\nco.uk\ngov.uk\nly\nio\ngithub.io\nxyz\nde\n",
        "lexicon/confusables.tsv": "# table\nа\ta\nе\te\n",
        "lexicon/han_variants.tsv": "# table\n碼\t码\n驗\t验\n證\t证\n",
        "lexicon/shorteners.txt": "# list\nbit.ly\n",
        "lexicon/free_hosts.txt": "github.io\nweb.net\n",
        "lexicon/tlds.tsv": "top\t2.5\ncom\t-0.2\nxyz\t1.0\n",
        "lexicon/host_words.tsv": """
        bank	generic|bait
        target	common
        redelivery	bait
        tracking	bait
        track	bait
        secure	bait
        parcel	bait
        login	bait
        com	bait
        online	filler
        uk	filler

        """,
        "lexicon/organisations/1.tsv": """
        # name	mentions	domains	kind	countries	flags
        USPS	usps|us postal service|postal service	usps.com	carrier	US
        PayPal	paypal	paypal.com|paypal.me.uk	payment	*	major
        Apple	apple id|?apple	apple.com	technology	*
        Nameless	nameless		other	US
        State	the state	gov.uk|gov	government	GB
        Chat	chat app	chat.me	messenger	*	open
        Target	target|target circle	target.com	store	US
        DHL	dhl	dhl.de	carrier	DE
        Kleinbank	klein bank	kleinanzeigenbank.de	bank	DE
        Minecart	minecart	minecart.com	games	*
        E-Toll	e toll	etoll.com	toll	US
        Phoneco	phoneco	phoneco.com	telecom	US

        """,
        "lexicon/numbers.tsv": """
        # domain	numbers
        usps.com	+1 8005550101
        phoneco.com	+44 8005550102|116117

        """,
        "lexicon/advice.yaml": """
        default:
          now: [ "Don't reply." ]
          if_you_already:
            - { did: shared a code, do: [ "Change your password." ] }
        delivery: { now: [ "Open the carrier's own app." ] }
        low: { now: [ "Stay alert." ] }
        no_text: { now: [ "Take a clearer picture." ] }
        not_understood: { now: [ "Take a straighter picture." ] }
        """,
        "lexicon/reporting.yaml": """
        US: [ { name: FTC, names: { es: CFC }, url: "https://reportfraud.ftc.gov", checked: 2026-11-22 } ]
        SG: [ { name: ScamShield, phone: "1799", checked: 2026-11-22 } ]
        GB:
          - { name: Police, checked: 2026-11-22 }
          - { name: Carrier desk, for: [ delivery, refund ], checked: 2026-11-22 }
        default: [ { name: Your police, checked: 2026-11-22 } ]
        """,
    ]
}
