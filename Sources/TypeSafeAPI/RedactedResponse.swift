extension ScanResponse {
    /// The text that stands in place of words that were removed.
    public static let redactionMark = "[redacted]"

    /// The response without the message's words: without quotes, without the texts of entities, and without what was
    /// read. The kinds of entities and the registered domains stay, because reports need them.
    public var redacted: ScanResponse {
        var response = self
        response.text = nil
        response.findings = response.findings.map(\.redacted)
        for index in response.entities.indices {
            response.entities[index].text = Self.redactionMark
            response.entities[index].seen = response.entities[index].seen.map { _ in Self.redactionMark }
            response.entities[index].readings = nil
            response.entities[index].amount = nil
        }
        response.ocr = response.ocr?.redacted
        response.conversation = response.conversation?.redacted
        return response
    }
}

extension Finding {
    fileprivate var redacted: Finding {
        var finding = self
        finding.quote = quote.map { _ in ScanResponse.redactionMark }
        return finding
    }
}

extension OCRResult {
    fileprivate var redacted: OCRResult {
        var ocr = self
        ocr.text = ScanResponse.redactionMark
        ocr.lines = []
        ocr.sender = ocr.sender.map { _ in ScanResponse.redactionMark }
        ocr.address = ocr.address.map { _ in ScanResponse.redactionMark }
        return ocr
    }
}

extension Conversation {
    fileprivate var redacted: Conversation {
        var conversation = self
        for index in pictures.indices { conversation.pictures[index].ocr = pictures[index].ocr?.redacted }
        // They lead to lines that aren't there.
        conversation.lines = nil
        for index in separate?.indices ?? 0..<0 {
            conversation.separate?[index].findings = separate?[index].findings.map(\.redacted) ?? []
        }
        return conversation
    }
}
