import Crypto
import Foundation
@testable import Outbound
import Testing

/// Tests of followers' addresses: which are taken, and that none is ever shown or readable where it is stored.
@Suite("Addresses of followers")
struct FollowerAddressTests {
    private static let point = Array(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
    private static let secret = [UInt8](repeating: 7, count: 16)

    private func settings() throws -> PushSettings {
        var settings = PushSettings()
        settings.vapid = VAPIDIdentity(key: SigningKey(), contact: "mailto:a@example.org")
        settings.apns = APNsSettings(
            key: SigningKey(), keyID: "ABC123DEFG", teamID: "DEF123GHIJ", topic: "example.typesafe",
            server: try OutboundURL(APNsSettings.production, policy: DestinationPolicy()),
            transfer: TransferSettings())
        return settings
    }

    @Test("Those with a form that fits are taken")
    func taken() throws {
        let sender = PushSender(try settings())
        for address: PushAddress in [
            .ntfy(url: "https://ntfy.example/family", token: nil),
            .ntfy(url: "https://ntfy.example/upABC?up=1", token: "tk_abc"),
            .webPush(endpoint: "https://push.example/send/abc", p256dh: Self.point, auth: Self.secret),
            .liveActivity(updateToken: nil, startToken: "AAbb00"),
            .liveActivity(updateToken: String(repeating: "ab", count: 80), startToken: nil),
            .apnsAlert(token: String(repeating: "0f", count: 32)),
        ] {
            #expect(sender.fault(of: address) == nil, "\(address)")
        }
    }

    @Test("Others are refused with the part that is wrong")
    func refused() throws {
        let sender = PushSender(try settings())
        let cases: [(PushAddress, PushAddressFault)] = [
            (.ntfy(url: "ntfy.example/family", token: nil), .malformed(field: "url")),
            (.ntfy(url: "http://ntfy.example/family", token: nil), .notAllowed(field: "url")),
            (.ntfy(url: "https://10.0.0.1/family", token: nil), .notAllowed(field: "url")),
            (.ntfy(url: "https://ntfy.example/family", token: "a\r\nb"), .malformed(field: "token")),
            (.ntfy(url: "https://ntfy.example/family", token: ""), .malformed(field: "token")),
            (
                .webPush(endpoint: "http://push.example/", p256dh: Self.point, auth: Self.secret),
                .notAllowed(field: "endpoint")
            ),
            (
                .webPush(
                    endpoint: "https://push.example/", p256dh: [4] + [UInt8](repeating: 1, count: 64),
                    auth: Self.secret),
                .malformed(field: "p256dh")
            ),
            (
                .webPush(endpoint: "https://push.example/", p256dh: Self.point, auth: [1]),
                .malformed(field: "auth")
            ),
            (.liveActivity(updateToken: nil, startToken: nil), .malformed(field: "update_token")),
            (.liveActivity(updateToken: "ab/../c", startToken: nil), .malformed(field: "update_token")),
            (.liveActivity(updateToken: "ab", startToken: "xyz0"), .malformed(field: "start_token")),
            (.apnsAlert(token: "abc"), .malformed(field: "token")),
            (.apnsAlert(token: String(repeating: "a", count: 514)), .malformed(field: "token")),
            (.apnsAlert(token: "１２"), .malformed(field: "token")),
        ]
        for (address, fault) in cases { #expect(sender.fault(of: address) == fault) }
    }

    @Test("Without keys for a carrier its addresses are refused, and nothing is sent")
    func notConfigured() async {
        let sender = PushSender(PushSettings())
        for address: PushAddress in [
            .webPush(endpoint: "https://push.example/", p256dh: Self.point, auth: Self.secret),
            .liveActivity(updateToken: "ab", startToken: nil), .apnsAlert(token: "ab"),
        ] {
            #expect(sender.fault(of: address) == .notConfigured(address.carrier))
            #expect(
                await sender.send(.sample(), to: address, id: UUID())
                    == .refused(reason: "no keys for \(address.carrier.rawValue)"))
        }
    }

    @Test("No text of an address, a key or a secret contains it")
    func hidden() throws {
        let address = PushAddress.ntfy(url: "https://ntfy.example/family-topic", token: "tk_abc")
        let secret = try PushSecret(text: PushSecret.newFile())
        let key = SigningKey()
        var dumped = ""
        dump((address, secret, key), to: &dumped)
        let texts = [
            "\(address)", String(reflecting: address), "\(secret)", "\(key)", String(reflecting: key), dumped,
        ]
        for text in texts {
            #expect(
                !text.contains("family-topic") && !text.contains("tk_abc") && !text.contains("SymmetricKey"))
            #expect(!text.contains("PrivateKey"))
        }
    }

    @Test("A sealed address opens for its follower only, with the key or one before it")
    func sealed() throws {
        let (old, new) = (PushSecret.newFile(), PushSecret.newFile())
        let before = try PushSecret(text: old)
        let after = try PushSecret(text: "# in force since May\n" + new + old)
        let (follower, other) = (UUID(), UUID())
        for address: PushAddress in [
            .ntfy(url: "https://ntfy.example/family-topic", token: "tk_abc"), .apnsAlert(token: "ab12"),
            .webPush(endpoint: "https://push.example/", p256dh: Self.point, auth: Self.secret),
            .liveActivity(updateToken: nil, startToken: "cd34"),
        ] {
            let sealed = try before.seal(address, for: follower)
            #expect(before.open(sealed, for: follower) == address)
            #expect(after.open(sealed, for: follower) == address)
            #expect(before.open(sealed, for: other) == nil)
            #expect(try PushSecret(text: new).open(sealed, for: follower) == nil)
            #expect(before.open(try after.seal(address, for: follower), for: follower) == nil)
            var changed = sealed
            changed[changed.count / 2] ^= 1
            #expect(before.open(changed, for: follower) == nil)
            #expect(before.open(Data(), for: follower) == nil)
            #expect(sealed.range(of: Data("family-topic".utf8)) == nil)
        }
    }

    @Test("A file without a fit key is refused with its line")
    func files() {
        func fault(_ text: String) -> PushSecret.Fault? {
            do throws(PushSecret.Fault) {
                _ = try PushSecret(text: text)
                return nil
            } catch {
                return error
            }
        }
        #expect(fault("") == .empty && fault("# none\n") == .empty)
        #expect(fault("# one\nabc\n") == .malformed(line: 2))
        #expect(fault(Data(count: 31).base64EncodedString()) == .malformed(line: 1))
        #expect(fault((0..<9).map { _ in PushSecret.newFile() }.joined()) == .tooManyKeys(limit: 8))
    }
}
