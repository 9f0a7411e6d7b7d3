import Glibc

/// A system call on a socket failed.
package struct SocketError: Error, Equatable {
    package let call: String
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Takes a C result that is -errno on failure.
    static func check(_ result: Int32, _ call: String) throws(SocketError) -> Int32 {
        if result < 0 { throw SocketError(call: call, code: -result) }
        return result
    }

    /// Takes a C result that is -1 on failure, with the reason in `errno`.
    static func checkErrno(_ result: Int32, _ call: String) throws(SocketError) {
        if result < 0 { throw SocketError(call: call, code: errno) }
    }
}

extension SocketError: CustomStringConvertible {
    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
