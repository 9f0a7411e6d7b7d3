package import Foundation
package import Outbound
package import Storage

/// What a server needs to tell followers.
package struct FollowerOptions: Sendable {
    package let store: any FollowerStore
    package let sharing: any SharingStore
    package let sender: PushSender
    /// Seals addresses where they are stored.
    package let secret: PushSecret
    package var limits = FollowerLimits()
    package var delivery = PushDispatcher.Settings()
    /// Time after which another server looks how a scan is that nobody told of.
    package var lease: TimeInterval = 10
    /// Pause between two rounds, in which a server says of which scans it tells, and looks for those of which nobody does.
    package var round = Duration.seconds(2)
    /// Whether no other server has the same store. Then what nobody tells of at the start is this server's.
    package var isAlone = true

    package init(
        store: any FollowerStore, sharing: any SharingStore, sender: PushSender, secret: PushSecret
    ) {
        self.store = store
        self.sharing = sharing
        self.sender = sender
        self.secret = secret
    }
}
