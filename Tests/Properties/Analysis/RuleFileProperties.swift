#if DEBUG || FUZZING
    @testable import ScamDetection
    import TextAnalysis
    import Texts

    /// Checks rule files of any bytes. Either the rules compile, or the error names the file and the line.
    enum RuleFileProperties {
        private static let types = Set(ScamType.allCases.filter { $0 != .unknown })

        static func checkRules(_ bytes: ArraySlice<UInt8>, _ detector: ScamDetector) {
            refusing { () throws(RuleError) in
                let file = try node(bytes, "ask.yaml")
                let rules = try RuleFileReader.rules(
                    file, types: types, languages: detector.lexicon.analyzer.languages)
                let set = try RuleSet(
                    RuleSource(settings: detector.settings, rules: rules), analyzer: detector.lexicon.analyzer
                )
                let problems = RuleExamples(rules: set, lexicon: detector.lexicon).problems()
                precondition(problems.allSatisfy { $0.line != nil && $0.file == "ask.yaml" })
            }
        }

        static func checkSettings(_ bytes: ArraySlice<UInt8>) {
            refusing { () throws(RuleError) in
                let settings = try ScoringSettings(node(bytes, ScoringSettings.fileName))
                precondition(settings.mediumBand < settings.highBand && settings.slope > 0)
            }
        }

        private static func node(
            _ bytes: ArraySlice<UInt8>, _ file: String
        ) throws(RuleError) -> YAMLNode {
            do throws(YAMLError) {
                return try YAMLNode(parsing: Array(bytes), file: file)
            } catch {
                throw RuleError(error)
            }
        }

        private static func refusing(_ body: () throws(RuleError) -> Void) {
            do throws(RuleError) {
                try body()
            } catch {
                // The error has no line only where the file has no content at all.
                precondition(!error.file.isEmpty)
                precondition(error.line.map { $0 > 0 } ?? (error.reason == .expected("mapping")))
            }
        }
    }
#endif
