import SystemSupport
import Testing

@Suite("Addresses and ranges of them")
struct AddressRangeTests {
    private func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test(
        "Addresses, with and without a port",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("192.0.2.7:80", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"),
            ("2001:db8::7", "2001:db8:0:0:0:0:0:7"), ("[2001:db8::7]:80", "2001:db8:0:0:0:0:0:7"),
            ("[::1]", "0:0:0:0:0:0:0:1"),
        ])
    func addresses(_ text: String, _ expected: String) throws {
        #expect(try address(text).description == expected)
    }

    @Test(
        "What is no address",
        arguments: [
            "", "unknown", "_hidden", "192.0.2", "192.0.2.256", "[::1", "2001:db8::7::", "a.example", " ::1",
        ])
    func noAddresses(_ text: String) {
        #expect(IPAddress(text) == nil)
    }

    @Test("A range has the addresses that begin with its bits, and of its family")
    func ranges() throws {
        let cases: [(String, [String], [String])] = [
            ("10.0.0.0/8", ["10.0.0.0", "10.255.255.255"], ["9.255.255.255", "11.0.0.0", "::a00:0", "::1"]),
            ("192.0.2.7", ["192.0.2.7", "::ffff:192.0.2.7"], ["192.0.2.6", "192.0.2.8"]),
            ("192.0.2.128/25", ["192.0.2.128", "192.0.2.255"], ["192.0.2.127"]),
            ("0.0.0.0/0", ["0.0.0.0", "255.255.255.255"], ["::1", "2001:db8::1"]),
            ("::/0", ["::", "2001:db8::1", "192.0.2.1"], []),
            ("2001:db8::/32", ["2001:db8::", "2001:db8:ffff::1"], ["2001:db9::", "192.0.2.1"]),
            ("2001:db8::/65", ["2001:db8::1"], ["2001:db8:0:0:8000::"]),
            ("2001:db8::1/128", ["2001:db8::1"], ["2001:db8::2"]),
            ("::ffff:10.0.0.0/104", ["10.1.2.3"], ["11.0.0.0"]),
        ]
        for (text, inside, outside) in cases {
            let range = try #require(IPAddressRange(text), "\(text)")
            for one in inside { #expect(range.contains(try address(one)), "\(text) \(one)") }
            for one in outside { #expect(!range.contains(try address(one)), "\(text) \(one)") }
        }
    }

    @Test(
        "What is no range",
        arguments: [
            "", "/8", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.1/8", "::1/129", "::1/64", "a/8",
            "[::1]/128",
        ])
    func noRanges(_ text: String) {
        #expect(IPAddressRange(text) == nil)
    }

    @Test("Loopback and Unix sockets are this machine's own")
    func local() throws {
        for host in ["127.0.0.1", "127.9.9.9", "::1", "localhost", "::ffff:127.0.0.1"] {
            #expect(try #require(SocketAddress(host: host, port: 1)).isLocal, "\(host)")
        }
        for host in ["0.0.0.0", "::", "192.0.2.1", "2001:db8::1", "::ffff:192.0.2.1", "::2", "128.0.0.1"] {
            #expect(try !#require(SocketAddress(host: host, port: 1)).isLocal, "\(host)")
        }
        #expect(try #require(SocketAddress(unixPath: "/tmp/a")).isLocal)
    }
}
