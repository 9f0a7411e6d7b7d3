import Foundation

/// The parameters after `?`, percent-decoded once; of equal names the first counts.
struct QueryString {
    private let items: [String: String]

    init(target: String) {
        let components = URLComponents(string: target)
        items = Dictionary(
            (components?.queryItems ?? []).compactMap { item in item.value.map { (item.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    subscript(name: String) -> String? { items[name] }
}
