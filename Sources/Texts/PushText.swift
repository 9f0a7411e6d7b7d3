/// What followers of a scan or a session are told. `Resources/texts/en/push.yaml` has the English texts.
package enum PushText: String, TextKey {
    package static let file = TextFile.push

    case checking
    case takesSeconds = "takes-seconds"
    case percentDone = "percent-done"
    case seeResult = "see-result"
    case littleRead = "little-read"
    case noOutcome = "no-outcome"
    case sendOnceMore = "send-once-more"
    case wasRestarted = "was-restarted"
    case tookTooLong = "took-too-long"
    case wasCancelled = "was-cancelled"
    case sendIfWanted = "send-if-wanted"
    case screenshot
    case byParticipant = "by-participant"
    case unchecked
    case notChecked = "not-checked"
}
