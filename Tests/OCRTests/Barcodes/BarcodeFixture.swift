import Foundation
import Imaging
import Testing
import TextAnalysis

/// The pictures of `Fixtures/barcodes/make.py`, and what is on them.
enum BarcodeFixture {
    struct Code: Decodable {
        let symbology: String
        let payload: String
        /// With the quiet zone.
        let x: Int
        let y: Int
        let width: Int
        let height: Int

        /// Whether a box covers most of the code, and nothing beside it.
        func fits(_ box: Box) -> Bool {
            box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height
                && 2 * box.width >= width && 2 * box.height >= height
        }
    }

    static func codes() throws -> [String: [Code]] {
        let file = try #require(
            Bundle.module.url(forResource: "Fixtures/barcodes/codes.json", withExtension: nil))
        return try JSONDecoder().decode([String: [Code]].self, from: Data(contentsOf: file))
    }

    static func bitmap(_ name: String) throws -> Bitmap {
        let file = try #require(
            Bundle.module.url(forResource: "Fixtures/barcodes/" + name, withExtension: "png"))
        return try ImageDecoder(limits: ImageLimits()).decode([UInt8](try Data(contentsOf: file)))
    }
}
