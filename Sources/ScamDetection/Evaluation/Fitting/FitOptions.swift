/// The settings of a fit. docs/evaluation.md gives the reasons for the defaults.
package struct FitOptions: Sendable {
    /// One source's scams count together at most as much as this many messages, and likewise its genuine messages.
    package var sourceCap = 400.0
    /// The weight of the messages against that of small weights: C of liblinear and scikit-learn.
    package var cost = 16.0
    /// A feature is learned if at least this many messages have it, and only so many of the most frequent ones are.
    package var fewestMessages = 4
    package var mostFeatures = 90_000
    /// The largest shares of held-out genuine messages that are medium or high, and high. A probability of `mostForLow` is never low.
    package var mediumBudget = 0.04
    package var highBudget = 0.002
    package var mostForLow = 0.15
    /// The numbers of parts into which clusters of scams and sources of genuine messages are divided, to hold each out once.
    package var clusterParts = 5
    package var sourceParts = 8

    package init() {}
}
