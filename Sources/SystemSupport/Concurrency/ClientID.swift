/// Names who asks, wherever clients share something. Two requests of one client have equal names.
package struct ClientID: Sendable, Hashable {
    package let name: String

    package init(_ name: String) {
        self.name = name
    }
}
