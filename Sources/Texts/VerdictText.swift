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
}
