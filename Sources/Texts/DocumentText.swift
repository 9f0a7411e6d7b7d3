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
    case belongsTo = "belongs-to"
    case whatWasRead = "what-was-read"
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
}
