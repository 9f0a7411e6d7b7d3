import Glibc

package struct SocketError: Error, Equatable {
    package let call: String
    /// The value that `errno` had after the failed call.
    package let code: Int32

    package init(call: String, code: Int32) {
        self.call = call
        self.code = code
    }

    /// Checks the result of a C function that returns `-errno` on failure.
    static func check(_ result: Int32, _ call: String) throws(SocketError) -> Int32 {
        if result < 0 { throw SocketError(call: call, code: -result) }
        return result
    }

    /// Checks the result of a C function that returns -1 on failure and sets `errno`.
    static func checkErrno(_ result: Int32, _ call: String) throws(SocketError) {
        if result < 0 { throw SocketError(call: call, code: errno) }
    }
}

extension SocketError: CustomStringConvertible {
    package var description: String { "\(call): \(String(cString: strerror(code)))" }
}
