import Testing

import TextAnalysis

@Suite("Accounts in a record")
struct PaymentAccountTests {
    @Test(
        "An account is told by its form or its check digits",
        arguments: [
            ("Transfer to GB82 WEST 1234 5698 7654 32 today", ["GB82 WEST 1234 5698 7654 32"]),
            ("GB83 WEST 1234 5698 7654 32", []),
            ("Card 4111 1111 1111 1111", ["4111 1111 1111 1111"]), ("Parcel 4111 1111 1111 1112", []),
            ("Sort code 20-00-00, account 55779911", ["20-00-00, account 55779911"]),
            ("On 20-11-26 at 9", []),
            ("Send to refund.desk@okaxis", ["refund.desk@okaxis"]), ("Write to help@bank.example", []),
            ("Your code is 123456, call +44 20 7946 0958", []),
        ] as [(String, [String])])
    func told(_ text: String, _ accounts: [String]) {
        #expect(PaymentAccount.texts(in: [text]) == accounts)
    }
}
