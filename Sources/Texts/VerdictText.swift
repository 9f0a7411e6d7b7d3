/// What a verdict says. `Resources/texts/en/verdict.yaml` has the English texts.
package enum VerdictText: String, TextKey {
    package static let file = TextFile.verdict

    case riskHigh = "risk-high"
    case riskMedium = "risk-medium"
    case riskLow = "risk-low"
    case riskUnknown = "risk-unknown"
    case headline
    case certainty
    case lowIsNoPromise = "low-is-no-promise"
    case noPattern = "no-pattern"
    case nothingBeyond = "nothing-beyond"
    case noText = "no-text"
    case pictureUnusable = "picture-unusable"
    case noRulesForLanguage = "no-rules-for-language"
    case noRules = "no-rules"
    case fewWordsRead = "few-words-read"
    case imageReadInPart = "image-read-in-part"
    case pictureReadInPart = "picture-read-in-part"
    case nothingReadOn = "nothing-read-on"
    case onFrame = "on-frame"
    case knownScam = "known-scam"
    case knownContact = "known-contact"
    case knownGenuine = "known-genuine"
    case listedScam = "listed-scam"
    case listedContact = "listed-contact"
    case onPictures = "on-pictures"
    case asOneTalk = "as-one-talk"
    case differentConversations = "different-conversations"
    case conversationCount = "conversation-count"
    case orderSingle = "order-single"
    case orderAsked = "order-asked"
    case orderOverlap = "order-overlap"
    case orderOverlapAndTimes = "order-overlap-and-times"
    case orderTimes = "order-times"
    case orderPhoneClock = "order-phone-clock"
    case orderNothing = "order-nothing"

    /// What a memory says of a message.
    package static let ofMemory: [Self] = [
        .knownScam, .knownContact, .knownGenuine, .listedScam, .listedContact,
    ]
}

/// The words of documents around a verdict. `Resources/texts/en/documents.yaml` has the English texts.
package enum DocumentText: String, TextKey {
    package static let file = TextFile.documents

    case whatToDoNow = "what-to-do-now"
    case whereToReport = "where-to-report"
    case heading
    case whatGivesItAway = "what-gives-it-away"
    case whatWasFound = "what-was-found"
    case speaksForGenuine = "speaks-for-genuine"
    case rulesThatMatched = "rules-that-matched"
    case whatItDoes = "what-it-does"
    case rule
    case weight
    case whoWrites = "who-writes"
    case senderAsShown = "sender-as-shown"
    case addressAsShown = "address-as-shown"
    case paymentAccount = "payment-account"
    case belongsTo = "belongs-to"
    case whatWasRead = "what-was-read"
    case you
    case ifYouAlready = "if-you-already"
    case then
    case record
    case checked
    case picture
    case pictureFacts = "picture-facts"
    case scan
    case rules
    case judgedBy = "judged-by"
    case checkAnother = "check-another"
    case toStart = "to-start"
}

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
