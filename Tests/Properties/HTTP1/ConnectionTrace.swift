import HTTPServer
import HTTPTypes

/// What happened on a connection: its requests with their content, and its end. The trace is made with a
/// `ConnectionState`, as by a server whose handlers answer as soon as they can.
struct ConnectionTrace: Equatable {
    private struct Exchange: Equatable {
        let head: RequestHead
        var content: [UInt8] = []
        var keeps: Bool?
    }

    private enum End: Equatable {
        case open, closed
        case refused(HTTPParseError)
    }

    private var exchanges: [Exchange] = []
    private var end = End.open

    /// - Parameter cuts: ascending positions at which the bytes are cut into pieces.
    init(of bytes: UnsafeRawBufferPointer, cutAt cuts: [Int]) {
        var state = ConnectionState()
        var start = 0
        for cut in cuts + [bytes.count] where end == .open {
            state.receive(UnsafeRawBufferPointer(rebasing: bytes[start..<cut]))
            start = cut
            advance(&state)
        }
        guard end == .open else { return }
        state.receiveEnd()
        advance(&state)
        precondition(end != .open, "a connection that its client has ended stays open")
    }

    private mutating func advance(_ state: inout ConnectionState) {
        while end == .open {
            if exchanges.last.map({ $0.keeps == nil }) == true {
                guard read(&state) else { return }
                continue
            }
            switch state.next() {
            case .wait: return
            case .close: end = .closed
            case .refuse(let error):
                precondition((400..<600).contains(error.status))
                end = .refused(error)
            case .handle(let head):
                precondition(head.target.utf8.count <= 8_192 && head.fields.count <= 100)
                exchanges.append(Exchange(head: head))
                _ = state.takeContinue()
            }
        }
    }

    /// Reads the content of the last request and answers it. It returns false where more input is needed.
    private mutating func read(_ state: inout ConnectionState) -> Bool {
        let last = exchanges.count - 1
        while true {
            switch state.nextContent() {
            case .chunk(let chunk):
                precondition(!chunk.isEmpty, "an empty chunk")
                exchanges[last].content += chunk
            case .wait: return false
            case .end:
                answer(&state, last, status: .ok)
                return true
            case .failed:
                answer(&state, last, status: .badRequest)
                return true
            }
        }
    }

    private mutating func answer(_ state: inout ConnectionState, _ index: Int, status: HTTPResponse.Status) {
        let start = state.startAnswer(status: status, length: 2, mayKeep: true)
        let keeps = state.endAnswer()
        precondition(keeps != start.closes, "the client was told otherwise")
        precondition(!keeps || exchanges[index].head.keepAlive)
        exchanges[index].keeps = keeps
        if !keeps { end = .closed }
    }
}
