import Crypto
import Foundation
import Testing

@testable import Outbound
import Texts

/// Tests of the encryption of Web Push.
@Suite("Encryption of Web Push")
struct MessageEncryptionTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require(Base64URL.bytes(text)) }

    @Test("The example of RFC 8291 comes out byte for byte")
    func example() throws {
        let receiver = try P256.KeyAgreement.PublicKey(
            x963Representation: bytes(
                "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"))
        let encryption = MessageEncryption(receiver: receiver, secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let record = try encryption.encrypt(
            Data("When I grow up, I want to be a watermelon".utf8), paddedTo: 0,
            sender: P256.KeyAgreement.PrivateKey(
                rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.text(record)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
                + "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
        )
    }

    @Test("Messages of any length look the same from outside, up to the largest")
    func lengths() throws {
        let encryption = MessageEncryption(
            receiver: P256.KeyAgreement.PrivateKey().publicKey, secret: MessageEncryption.randomSalt())
        func size(_ count: Int) throws -> Int {
            try encryption.encrypt(Data(count: count), paddedTo: 2_048).count
        }
        #expect(try Set([0, 1, 300, 2_048].map(size)).count == 1)
        #expect(try size(MessageEncryption.maxMessage) == MessageEncryption.recordSize)
        // Keys and salts are never used twice.
        #expect(
            try encryption.encrypt(Data([1]), paddedTo: 0).prefix(86)
                != encryption.encrypt(Data([1]), paddedTo: 0).prefix(86))
    }

    @Test("base64url is read with padding and without, and nothing else is")
    func base64URL() throws {
        for count in 0..<70 {
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 251 &+ 255) }
            let text = Base64URL.text(bytes)
            #expect(Base64URL.bytes(text) == bytes && !text.contains("="))
            #expect(Base64URL.bytes(text + String(repeating: "=", count: (4 - text.count % 4) % 4)) == bytes)
        }
        for text in ["a+bc", "a/bc", "ab c", "ab\n", "a", "é"] { #expect(Base64URL.bytes(text) == nil) }
    }
}
