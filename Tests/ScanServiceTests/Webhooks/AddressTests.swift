import Outbound
import SystemSupport
import Testing

/// Tests of the addresses and URLs that webhooks may use.
@Suite("Webhook addresses")
struct AddressTests {
    static let local = [
        "127.0.0.1", "127.255.255.254", "10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255",
        "192.168.1.1",
        "169.254.1.1", "169.254.169.253", "100.64.0.1", "100.127.255.255", "::1", "fe80::1", "febf::1",
        "fc00::1",
        "fdff:ffff::1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::127.0.0.1", "64:ff9b::c0a8:101",
        "2002:7f00:1::", "2002:c0a8:0101::1", "2002:a00:1::",
    ]
    static let never = [
        "0.0.0.0", "0.1.2.3", "169.254.169.254", "169.254.170.2", "169.254.170.23", "168.63.129.16",
        "100.100.100.200", "192.0.0.1", "192.0.0.192", "192.0.2.1",
        "198.18.0.1", "198.19.255.255", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255", "192.88.99.1", "::", "::2", "::127.0.0.1", "fec0::1", "ff02::1", "2001:db8::1",
        "2001::1",
        "2001:10::1", "3fff::1", "100::1", "fd00:ec2::254", "fd00:ec2::23", "::ffff:168.63.129.16",
        "fd20:ce::254", "::ffff:169.254.169.254",
        "::ffff:0.0.0.0",
        "64:ff9b::169.254.169.254", "64:ff9b:1::1", "2002:a9fe:a9fe::1", "4000::1", "5f00::1",
    ]
    static let global = [
        "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.1", "126.255.255.255",
        "128.0.0.1", "169.253.255.255", "169.255.0.1", "172.15.255.255", "172.32.0.1", "192.167.255.255",
        "192.169.0.1", "198.17.255.255", "198.20.0.1", "223.255.255.255", "2606:4700::1111", "2a00::1",
        "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2002:808:808::1", "2001:200::1",
    ]

    @Test("This machine and its networks", arguments: local)
    func localAddresses(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.scope == .local)
        #expect(!DestinationPolicy().permits(address, isEncrypted: true))
        #expect(!DestinationPolicy(allowsHTTP: true).permits(address, isEncrypted: false))
        #expect(DestinationPolicy(allowsLocal: true).permits(address, isEncrypted: false))
    }

    @Test("Nobody's", arguments: never)
    func unusableAddresses(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.scope == .never)
        #expect(!DestinationPolicy(allowsLocal: true, allowsHTTP: true).permits(address, isEncrypted: true))
    }

    @Test("Anybody's", arguments: global)
    func globalAddresses(_ text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(address.scope == .global)
        #expect(DestinationPolicy().permits(address, isEncrypted: true))
        #expect(!DestinationPolicy(allowsLocal: true).permits(address, isEncrypted: false))
        #expect(DestinationPolicy(allowsHTTP: true).permits(address, isEncrypted: false))
    }

    @Test("URLs that are no place for webhooks")
    func urls() {
        func error(_ text: String, _ policy: DestinationPolicy = DestinationPolicy()) -> OutboundURLError? {
            do throws(OutboundURLError) {
                _ = try OutboundURL(text, policy: policy)
                return nil
            } catch {
                return error
            }
        }
        #expect(error("https://hooks.example/in?token=1") == nil)
        #expect(error("https://[2606:4700::1111]:8443/") == nil)
        for text in [
            "", "hooks.example", "https://", "https://user@hooks.example/", "https://u:p@hooks.example/",
            "https://hooks.example/#x", "https://hooks.example/ x", "https://hooks.example/\r\nX: y",
            "https://hööks.example/", "https://[fe80::1%25eth0]/", "https://hooks.example:99999/",
        ] {
            #expect(error(text) == .malformed, "\(text)")
        }
        #expect(error("http://hooks.example/") == .scheme)
        #expect(error("http://hooks.example/", DestinationPolicy(allowsHTTP: true)) == nil)
        for text in ["ftp://hooks.example/", "file:///etc/passwd", "gopher://hooks.example/"] {
            #expect(error(text, DestinationPolicy(allowsLocal: true, allowsHTTP: true)) != nil, "\(text)")
        }
        // As libcurl reads them, these are 127.0.0.1 and 169.254.169.254.
        for text in [
            "https://127.0.0.1/", "https://2130706433/", "https://0x7f.1/", "https://017700000001/",
            "https://[::ffff:127.0.0.1]/", "https://169.254.169.254/", "https://0xa9fea9fe/",
        ] {
            #expect(error(text) == .address, "\(text)")
        }
        #expect(
            error("https://hooks.example/" + String(repeating: "x", count: 2_048)) == .tooLong(limit: 2_048))
    }
}
