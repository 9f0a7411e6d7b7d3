/// A label and all values that it can have. The values are fixed before the first request, so no client can create
/// series. An unknown value is counted under the last value.
package struct Label: Sendable {
    package let name: String
    package let values: [String]
    private let positions: [String: Int]

    /// - Parameter values: all values of the label; there must be one at least.
    init(_ name: String, _ values: [String]) {
        self.name = name
        self.values = values
        positions = Dictionary(zip(values, 0...), uniquingKeysWith: { first, _ in first })
    }

    init<Value: CaseIterable & RawRepresentable<String>>(_ name: String, _ values: Value.Type) {
        self.init(name, values.allCases.map(\.rawValue))
    }

    func position(of value: String) -> Int { positions[value] ?? values.count - 1 }
}
