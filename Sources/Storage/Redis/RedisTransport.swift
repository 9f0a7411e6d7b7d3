import CRedis
import SystemSupport

/// The bytes' way to the server, in TLS where its URL says so.
///
/// `@unchecked Sendable` is sound: nobody else has the session, and the connection that owns the transport uses it under a lock.
final class RedisTransport: @unchecked Sendable {
    let descriptor: Descriptor
    private let session: OpaquePointer?

    /// Blocks the calling thread until the first address that answers is connected.
    init(
        to place: RedisURL.Place, _ access: RedisAccess, connectMilliseconds: Int32
    ) throws(RedisFault) {
        do throws(SocketError) {
            descriptor = try Self.connect(to: place, connectMilliseconds)
        } catch {
            throw .socket(error)
        }
        guard access.url.isEncrypted, case .host(let host, _) = place else {
            session = nil
            return
        }
        var failure: Int32 = 0
        session = ct_connect(descriptor.raw, host, access.authorities, connectMilliseconds, &failure)
        if session != nil { return }
        switch UInt32(failure) {
        case CT_UNTRUSTED.rawValue: throw .untrusted
        case CT_AUTHORITIES.rawValue: throw .noAuthorities(path: access.authorities ?? "the system's")
        default: throw .noTLS
        }
    }

    deinit { ct_free(session) }

    private static func connect(
        to place: RedisURL.Place, _ milliseconds: Int32
    ) throws(SocketError) -> Descriptor {
        var failure: SocketError?
        for address in try place.addresses() {
            do throws(SocketError) {
                return try OutgoingSocket.connect(to: address, timeoutMilliseconds: milliseconds)
            } catch {
                failure = error
            }
        }
        throw failure ?? SocketError(call: "getaddrinfo", code: 0)
    }

    func receive(into buffer: UnsafeMutableRawBufferPointer) -> Transfer {
        guard let session else { return descriptor.receive(into: buffer) }
        return Self.transfer(ct_read(session, buffer.baseAddress, buffer.count))
    }

    func send(_ buffer: UnsafeRawBufferPointer) -> Transfer {
        guard let session else { return descriptor.send(buffer) }
        return Self.transfer(ct_write(session, buffer.baseAddress, buffer.count))
    }

    private static func transfer(_ result: Int) -> Transfer {
        switch result {
        case 1...: .bytes(result)
        case Int(CT_WOULD_BLOCK.rawValue): .wouldBlock
        default: .closed
        }
    }
}
