/// How a fit goes about it. docs/evaluation.md says why these are the defaults.
package struct FitOptions: Sendable {
    /// How strongly weights are held to the author's, as the inverse variance of how far authors are off: the data overcome it as a
    /// rule's support grows.
    package var priorStrength = 8.0
    /// The most that one source's scams, or its genuine messages, count together, in messages.
    package var sourceCap = 400.0
    /// What a rule's harmless line counts in the fit, in messages.
    package var exampleWeight = 1.0
    /// A weight may become at most `largestFactor` times the author's and `largestStep` more: data lack most everyday uses of a word, and
    /// a topic must not become decisive for that.
    package var largestFactor = 2.0
    package var largestStep = 0.3
    /// A rule with fewer matches keeps its author's weight,
    package var fewestHits = 5
    /// and one with matches in fewer clusters.
    package var fewestClusters = 3
    /// The false-positive rates that the bands may cost.
    package var mediumBudget = 0.013
    package var highBudget = 0.001
    /// Into how many parts clusters are divided for the calibration and the bands.
    package var folds = 5

    package init() {}
}
