/// The settings of a fit. docs/evaluation.md gives the reasons for the defaults.
package struct FitOptions: Sendable {
    /// Inverse variance of the normal prior around the authors' weights. The larger it is, the more matches a rule
    /// needs before the data decide.
    package var priorStrength = 8.0
    /// One source's scams count together at most as much as this many messages, and likewise its genuine messages.
    package var sourceCap = 400.0
    /// The weight of a rule's harmless example, in messages.
    package var exampleWeight = 1.0
    /// How many scams the fit sees again beside each line that calms: an example of a protective rule.
    package var scamsPerCalmLine = 3
    /// A fitted weight's size is at most `largestFactor` times the author's plus `largestStep` log-odds: data lack
    /// most everyday uses of a word, and a topic must not become decisive for that.
    package var largestFactor = 2.0
    package var largestStep = 0.3
    /// Inverse variance of the normal prior around 0 of a word's weight.
    package var wordStrength = 2.0
    /// The slope, in messages, from which on a word has a weight.
    package var wordSparsity = 0.5
    /// Whether a rarer word is held to 0 less, as if each stood for its inverse document frequency (Spärck Jones, 1972). Measured on
    /// sources left out: of talks' scams it finds .97 instead of .94 at 2 % false alarms, of messages' no more.
    package var weighsRarity = false
    /// Whether words are learned with the cap of their sum, so that what is beyond it in one message teaches nothing.
    package var capsWords = true
    /// The largest size of a word's weight, in log-odds.
    package var largestWord = 1.0
    /// A language's words are learned if it has at least this many scams and as many genuine messages. With hardly any of one kind, every
    /// common word would speak for the other.
    package var fewestWordMessages = 50
    /// A word may have a weight if messages of at least this many clusters hold it.
    package var fewestWordClusters = 3
    /// A word may have a weight if at least this many sources hold it, or as many as its language has with scams if those are fewer:
    /// what one collection alone writes is its habit.
    package var fewestWordSources = 2
    /// A rule is fitted if it has at least this many matches. Others keep their author's weight.
    package var fewestHits = 5
    /// A rule is fitted if its matches lie in at least this many clusters.
    package var fewestClusters = 3
    /// The largest false-positive rate at the medium band; that at the high band follows.
    package var mediumBudget = 0.018
    package var highBudget = 0.0016
    /// The largest false-positive rate at the medium band in one language.
    package var languageBudget = 0.02
    /// The number of parts into which clusters are divided for the calibration and the bands.
    package var folds = 5

    package init() {}

    /// Talks are fewer and longer than messages, so that a word of them is held to 0 more.
    package static var forTalks: FitOptions {
        var options = FitOptions()
        options.weighsRarity = true
        options.capsWords = false
        options.wordStrength = 30
        options.wordSparsity = 1
        options.mediumBudget = 0.012
        return options
    }
}
