import BundledResources
import Foundation
package import Texts

/// The texts that ship with the product.
package enum ShippedTexts {
    /// They are there, or no test of words means anything.
    package static let library: TextLibrary = {
        do { return try TextLibrary(directory: BundledResources.texts) } catch {
            fatalError("\(error)")
        }
    }()

    package static var english: Texts { library.english }
}
