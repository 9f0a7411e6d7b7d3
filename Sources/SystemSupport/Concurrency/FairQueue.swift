/// Elements that wait, served round robin between clients and first come first served within one. So no client waits for more than
/// one element of each other client between two of its own.
///
/// A full queue gives a new element the place of the newest element of the client that has most, if the new one's client has less
/// even then. So nobody is kept out by a client that filled the queue.
package struct FairQueue<Client: Hashable, Element> {
    package enum Insertion {
        case inserted
        /// The element was inserted, and another one lost its place to it.
        case replaced(Element)
        case refused
    }

    private struct Lane {
        let client: Client
        var elements: [(id: UInt64, element: Element)]
    }

    /// The largest number of elements.
    private let capacity: Int
    /// The clients that wait. The next one to be served stands first. No lane is empty.
    private var lanes: [Lane] = []
    package private(set) var count = 0

    package init(capacity: Int) {
        self.capacity = capacity
    }

    package func count(of client: Client) -> Int {
        lanes.first { $0.client == client }?.elements.count ?? 0
    }

    /// Whether an element of the client would be inserted.
    package func hasRoom(for client: Client) -> Bool {
        count < capacity || longest.map { lanes[$0].elements.count > count(of: client) + 1 } == true
    }

    /// - Parameter id: names the element for `remove`. It must not be in use.
    package mutating func insert(_ element: Element, id: UInt64, for client: Client) -> Insertion {
        guard hasRoom(for: client) else { return .refused }
        var displaced: Element?
        if count >= capacity, let longest {
            displaced = lanes[longest].elements.removeLast().element
            count -= 1
        }
        let index = lane(of: client)
        lanes[index].elements.append((id, element))
        count += 1
        return displaced.map { .replaced($0) } ?? .inserted
    }

    /// Inserts an element that was served before and gave way. It is its client's next, even where the queue is full.
    package mutating func putBack(_ element: Element, id: UInt64, for client: Client) {
        let index = lane(of: client)
        lanes[index].elements.insert((id, element), at: 0)
        count += 1
    }

    /// The client's lane, to which an element is about to be added; a client that has none gets one behind all others.
    private mutating func lane(of client: Client) -> Int {
        if let index = lanes.firstIndex(where: { $0.client == client }) { return index }
        lanes.append(Lane(client: client, elements: []))
        return lanes.count - 1
    }

    /// Removes and returns the next element.
    /// - Parameter share: what a client has already. Those that have least are served first.
    package mutating func popFirst(leastOf share: (Client) -> Int = { _ in 0 }) -> Element? {
        let next = lanes.indices.min { share(lanes[$0].client) < share(lanes[$1].client) }
        guard let next else { return nil }
        var lane = lanes.remove(at: next)
        let element = lane.elements.removeFirst().element
        count -= 1
        if !lane.elements.isEmpty { lanes.append(lane) }
        return element
    }

    /// Removes an element that waits.
    /// - Returns: nil where it doesn't wait any more.
    package mutating func remove(_ id: UInt64, of client: Client) -> Element? {
        guard let lane = lanes.firstIndex(where: { $0.client == client }),
            let place = lanes[lane].elements.firstIndex(where: { $0.id == id })
        else { return nil }
        let element = lanes[lane].elements.remove(at: place).element
        count -= 1
        if lanes[lane].elements.isEmpty { lanes.remove(at: lane) }
        return element
    }

    /// The lane with most elements.
    private var longest: Int? {
        lanes.indices.max { lanes[$0].elements.count < lanes[$1].elements.count }
    }
}
