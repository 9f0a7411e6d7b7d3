extension ScanResponse {
    /// The text that stands in place of words that were removed.
    public static let redactionMark = "[redacted]"

    /// The response without the message's words: without quotes, without the texts of entities, and without what was
    /// read. The kinds of entities and the registered domains stay, because reports need them.
    public var redacted: ScanResponse {
        var response = self
        response.text = nil
        for index in response.findings.indices where response.findings[index].quote != nil {
            response.findings[index].quote = Self.redactionMark
        }
        for index in response.entities.indices {
            response.entities[index].text = Self.redactionMark
            response.entities[index].seen = response.entities[index].seen.map { _ in Self.redactionMark }
            response.entities[index].readings = nil
            response.entities[index].amount = nil
        }
        if var ocr = response.ocr {
            ocr.text = Self.redactionMark
            ocr.lines = []
            ocr.sender = ocr.sender.map { _ in Self.redactionMark }
            ocr.address = ocr.address.map { _ in Self.redactionMark }
            response.ocr = ocr
        }
        return response
    }
}
