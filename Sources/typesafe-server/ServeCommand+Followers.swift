import Outbound
import ScanService
import Storage

extension ServeCommand {
    /// Returns nil where scans are to have no followers.
    func makeFollowers(_ store: OpenStores?, _ pushes: PushFile?) -> FollowerOptions? {
        guard let store, let pushes, let followers = store.stores.followers else { return nil }
        var options = FollowerOptions(
            store: followers, sharing: store.stores.sharing, sender: PushSender(pushes.settings),
            secret: pushes.secret)
        options.isAlone = store.shared == nil
        return options
    }
}
