import Sockets

/// The bytes' way to the server.
final class RedisTransport: Sendable {
    let descriptor: Descriptor

    /// Blocks the calling thread until the first address that answers is connected.
    init(to url: RedisURL, connectMilliseconds: Int32) throws(RedisFault) {
        var failure = SocketError(call: "connect", code: 0)
        do throws(SocketError) {
            for address in try url.addresses() {
                do throws(SocketError) {
                    descriptor = try OutgoingSocket.connect(
                        to: address, timeoutMilliseconds: connectMilliseconds)
                    return
                } catch {
                    failure = error
                }
            }
        } catch {
            failure = error
        }
        throw .socket(failure)
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        descriptor.receive(into: buffer)
    }

    func send(_ buffer: UnsafeRawBufferPointer) -> Transfer {
        descriptor.send(buffer)
    }
}
