/// What is covered beside everything personal.
package struct RedactionOptions: OptionSet, Sendable, Hashable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Amounts of money.
    package static let amounts = RedactionOptions(rawValue: 1)
    /// The owner's own messages.
    package static let own = RedactionOptions(rawValue: 2)
}
