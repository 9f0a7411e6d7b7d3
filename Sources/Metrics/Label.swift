/// A label and all its values. They are known before the first request, so that no client can make series by what it sends.
/// Other values count under the last one.
package struct Label: Sendable {
    package let name: String
    package let values: [String]
    private let positions: [String: Int]

    /// - Parameter values: at least one value.
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
