/// Reads Prometheus' text format 0.0.4, and refuses everything that the format's description doesn't allow.
package struct PrometheusText {
    package struct Malformed: Error, CustomStringConvertible {
        let line: String
        let why: String
        package var description: String { "\(why): \(line)" }
    }

    package struct Sample: Hashable {
        package let name: String
        package let labels: [String: String]
    }

    package private(set) var help: [String: String] = [:]
    package private(set) var kinds: [String: String] = [:]
    package private(set) var samples: [Sample: Double] = [:]
    package private(set) var order: [String] = []

    package init(_ text: String) throws(Malformed) {
        guard text.hasSuffix("\n") else { throw Malformed(line: "", why: "no line feed at the end") }
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("#") { try readHead(line) } else { try readSample(line) }
        }
    }

    package func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
        samples[Sample(name: name, labels: labels)]
    }

    private mutating func readHead(_ line: Substring) throws(Malformed) {
        let parts = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[0] == "#", Self.isName(parts[2]) else {
            throw Malformed(line: String(line), why: "no head")
        }
        let name = String(parts[2])
        switch parts[1] {
        case "HELP":
            guard help.updateValue(String(parts[3]), forKey: name) == nil else {
                throw Malformed(line: String(line), why: "told twice")
            }
        case "TYPE":
            guard help[name] != nil, ["counter", "gauge", "histogram"].contains(parts[3]),
                kinds.updateValue(String(parts[3]), forKey: name) == nil
            else { throw Malformed(line: String(line), why: "no type, or out of place") }
            order.append(name)
        default: throw Malformed(line: String(line), why: "unknown head")
        }
    }

    private mutating func readSample(_ line: Substring) throws(Malformed) {
        func refuse(_ why: String) -> Malformed { Malformed(line: String(line), why: why) }
        var rest = line
        let name = rest.prefix { $0 != "{" && $0 != " " }
        guard Self.isName(name) else { throw refuse("no name") }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest.removeFirst()
            while true {
                let label = rest.prefix { $0 != "=" }
                guard Self.isName(label), !label.contains(":") else { throw refuse("no label") }
                rest = rest.dropFirst(label.count + 1)
                guard rest.popFirst() == "\"" else { throw refuse("no quote") }
                var value = ""
                while let character = rest.popFirst(), character != "\"" {
                    guard character == "\\" else {
                        value.append(character)
                        continue
                    }
                    switch rest.popFirst() {
                    case "n": value += "\n"
                    case "\\": value += "\\"
                    case "\"": value += "\""
                    default: throw refuse("unknown escape")
                    }
                }
                guard labels.updateValue(value, forKey: String(label)) == nil else {
                    throw refuse("label twice")
                }
                let next = rest.popFirst()
                if next == "}" { break }
                guard next == "," else { throw refuse("no comma") }
            }
        }
        guard rest.popFirst() == " ", let value = Self.number(rest) else { throw refuse("no value") }
        // All samples of a metric must follow directly after its head.
        guard let metric = order.last, Self.belongs(name, to: metric, kind: kinds[metric]) else {
            throw refuse("under another's head")
        }
        let sample = Sample(name: String(name), labels: labels)
        guard samples.updateValue(value, forKey: sample) == nil else { throw refuse("series twice") }
    }

    private static func belongs(_ name: Substring, to metric: String, kind: String?) -> Bool {
        guard kind == "histogram" else { return name == metric }
        return ["_bucket", "_sum", "_count"].contains { name == metric + $0 }
    }

    private static func isName(_ name: Substring) -> Bool {
        guard let first = name.first, !first.isNumber else { return false }
        return name.utf8.allSatisfy { byte in
            UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
                || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ":")
        }
    }

    private static func number(_ text: Substring) -> Double? {
        switch text {
        case "+Inf": .infinity
        case "-Inf": -.infinity
        case "NaN": .nan
        default: text.allSatisfy { "0123456789.+-e".contains($0) } ? Double(text) : nil
        }
    }
}
