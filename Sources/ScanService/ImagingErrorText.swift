import OCRWorkers
package import Imaging
import Scanning

extension ImagingError {
    /// What is wrong and what to do, in the words of the HTTP answer: for the command line.
    package var sentence: String {
        let facts = ServiceError.scan(.image(self)).facts
        return "\(facts.title). \(facts.detail)"
    }
}
