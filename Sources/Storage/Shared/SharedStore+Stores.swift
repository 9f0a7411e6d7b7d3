extension SharedStore {
    package var stores: Stores {
        Stores(
            results: SharedResults(self), sharing: SharedSharing(self), outbox: SharedOutbox(self),
            followers: SharedFollowers(self))
    }
}
