import Foundation
import Testing

@testable import ScanService

@Suite("Request id") struct RequestIDTests {
    @Test("An id of the server's own is a random UUID in small letters")
    func ownID() {
        let ids = (0..<100).map { _ in RequestID().description }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            #expect(UUID(uuidString: id)?.uuidString.lowercased() == id)
            // Version 4 and the variant of RFC 9562.
            #expect(id.dropFirst(14).first == "4" && "89ab".contains(id.dropFirst(19).first ?? " "))
        }
    }

    @Test(
        "A client's id is taken where it may stand in a log",
        arguments: [("a-1_.", true), ("a b", false), ("", false), ("a-tsk_secret", false)])
    func offered(_ id: String, _ isTaken: Bool) {
        #expect((RequestID(offered: id).description == id) == isTaken)
    }
}
