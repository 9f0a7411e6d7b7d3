import TextAnalysis
import Testing

@Suite("Screen kind") struct ScreenKindTests {
    @Test("Mails name their sender") func mailsNameTheirSender() {
        var canvas = Canvas()
        canvas.write("Final notice about your storage", x: 30, y: 150, size: 30)
        canvas.fill(Box(x: 30, y: 230, width: 80, height: 30), 230, radius: 6)
        canvas.write("Inbox", x: 40, y: 237, size: 16)
        canvas.write("Cloud Team", x: 130, y: 300, size: 22)
        canvas.write("Yesterday", x: 300, y: 304, size: 16)
        canvas.write("to me", x: 130, y: 334, size: 18)
        canvas.write("Your storage is almost full and we", x: 30, y: 430)
        canvas.write("will delete your photos", x: 30, y: 466)
        let transcript = canvas.arranged()
        #expect(transcript.layout == .email)
        #expect(transcript.sender == "Cloud Team")
        #expect(
            transcript.texts(.incoming) == [
                "Final notice about your storage", "Your storage is almost full and we",
                "will delete your photos",
            ])
    }

    @Test("An address in angle brackets names a mail's sender; how old the mail is doesn't")
    func mailsNameTheirSendersAddress() {
        for (head, sender) in [
            ("Cloud Team <pay@desk.example>", "Cloud Team <pay@desk.example>"),
            ("Cloud Team 2 days ago", "Cloud Team"),
        ] {
            var canvas = Canvas()
            canvas.write("Final notice about your storage", x: 30, y: 150, size: 30)
            canvas.write(head, x: 30, y: 300, size: 18)
            if !head.contains("<") {
                canvas.write("to me", x: 30, y: 334, size: 18)
                canvas.write("Inbox", x: 40, y: 237, size: 16)
                canvas.write("Reply", x: 30, y: 900, size: 20)
                canvas.write("Forward", x: 330, y: 900, size: 20)
            }
            canvas.write("Your storage is almost full and we", x: 30, y: 430)
            #expect(canvas.arranged().sender == sender)
        }
    }

    @Test("Addresses at the top are found") func addressesAtTheTopAreFound() {
        var canvas = Canvas()
        canvas.write("12:30", x: 30, y: 14, size: 20)
        canvas.write("LTE", x: 640, y: 14, size: 20)
        canvas.fill(Box(x: 80, y: 70, width: 520, height: 70), 240, radius: 35)
        canvas.write("login.bank.example/verify", x: 120, y: 92, size: 24)
        canvas.write("Sign in to continue", x: 40, y: 260, size: 36)
        canvas.write("Password", x: 40, y: 400)
        let transcript = canvas.arranged()
        #expect(transcript.layout == .webPage)
        #expect(transcript.address == "login.bank.example/verify")
        #expect(
            transcript.texts(.incoming) == ["login.bank.example/verify", "Sign in to continue", "Password"])
    }

    @Test("Addresses at the bottom are found") func addressesAtTheBottomAreFound() {
        var canvas = Canvas()
        canvas.write("Sign in to continue", x: 40, y: 260, size: 36)
        canvas.write("Password", x: 40, y: 400)
        canvas.fill(Box(x: 30, y: 1_380, width: 660, height: 80), 225, radius: 24)
        canvas.write("bank-help.example", x: 250, y: 1_408, size: 24)
        let transcript = canvas.arranged()
        #expect(transcript.layout == .webPage)
        #expect(transcript.address == "bank-help.example")
        #expect(transcript.texts(.incoming).count == 3)
    }

    @Test(
        "Other text is no address",
        arguments: ["Hello there", "me@mail.example", "9.30 is fine", "etc.", "1.5 kg"])
    func otherTextIsNoAddress(text: String) {
        var canvas = Canvas()
        canvas.fill(Box(x: 80, y: 70, width: 520, height: 70), 240, radius: 35)
        canvas.write(text, x: 120, y: 92)
        canvas.write("Something to read on the page", x: 40, y: 260)
        #expect(canvas.arranged().address == nil)
    }

    @Test("Notifications have titles") func notificationsHaveTitles() {
        var canvas = Canvas(page: 120)
        canvas.write("Monday 3 March", x: 240, y: 120, size: 30, ink: 250)
        canvas.write("9:41", x: 260, y: 180, size: 100, ink: 250)
        canvas.fill(Box(x: 20, y: 500, width: 680, height: 170), 210, radius: 30)
        canvas.write("Parcel Service", x: 110, y: 524)
        canvas.write("5m ago", x: 590, y: 526, size: 20)
        canvas.write("Your parcel waits. Pay the fee", x: 110, y: 562)
        canvas.write("at parcel.example/pay", x: 110, y: 598)
        let transcript = canvas.arranged()
        #expect(transcript.layout == .notification)
        #expect(transcript.sender == "Parcel Service")
        #expect(transcript.texts(.incoming) == ["Your parcel waits. Pay the fee", "at parcel.example/pay"])
    }

    @Test("Dialogs are known") func dialogsAreKnown() {
        var canvas = Canvas(page: 130)
        canvas.fill(Box(x: 110, y: 600, width: 500, height: 320), 250, radius: 28)
        canvas.write("Allow access to contacts?", x: 210, y: 640)
        canvas.write("The app wants to read your", x: 205, y: 700)
        canvas.write("contacts", x: 310, y: 736)
        canvas.write("OK", x: 350, y: 860)
        let transcript = canvas.arranged()
        #expect(transcript.layout == .popUp)
        #expect(transcript.texts(.incoming).count == 4)
    }

    @Test("Pages without surfaces are plain") func pagesWithoutSurfacesArePlain() {
        var canvas = Canvas()
        for row in 0..<12 { canvas.write("Some words of a long letter", x: 40, y: 200 + row * 40) }
        let transcript = canvas.arranged()
        #expect(transcript.layout == .plain)
        #expect(transcript.texts(.incoming).count == 12)
        #expect(transcript.sender == nil)
        #expect(Set(transcript.lines.map(\.block)).count == 1)
    }

    @Test("Status bars are chrome") func statusBarsAreChrome() {
        var canvas = Canvas()
        canvas.write("9:41", x: 60, y: 20, size: 20)
        canvas.write("LTE", x: 640, y: 22, size: 20)
        canvas.write("Hello to all of you", x: 60, y: 300)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.chrome) == ["9:41", "LTE"])
        #expect(transcript.texts(.incoming) == ["Hello to all of you"])
    }

    @Test(
        "Top lines without a clock are evidence",
        arguments: [
            "Your order", "9:4", "941", "12345:00", "a:bc", "$9:41", "31:00", "9:41 we meet at the bank",
        ])
    func topLinesWithoutAClockAreEvidence(text: String) {
        var canvas = Canvas()
        canvas.write(text, x: 60, y: 20, size: 20)
        canvas.write("Hello to all of you", x: 60, y: 300)
        #expect(canvas.arranged().texts(.incoming).count == 2)
    }

    @Test("All that a dialog and the list behind it say is judged")
    func allThatADialogAndTheListBehindItSayIsJudged() {
        var canvas = Canvas(page: 150)
        canvas.write("Main settings", x: 30, y: 90)
        for (row, name) in ["Monitoring", "Message", "Contacts"].enumerated() {
            canvas.write(name, x: 40, y: 200 + row * 60)
            canvas.write("Device lock", x: 540, y: 200 + row * 60, size: 20)
        }
        canvas.fill(Box(x: 40, y: 500, width: 640, height: 420), 250, radius: 8)
        canvas.write("Verify your account", x: 80, y: 540, size: 30)
        canvas.write("Enter the code that we sent", x: 80, y: 640)
        canvas.write("to your phone", x: 80, y: 676)
        canvas.write("Cancel", x: 400, y: 860)
        canvas.write("Send code", x: 530, y: 860)
        let transcript = canvas.arranged()
        #expect(transcript.texts(.incoming).count == transcript.lines.count)
        #expect(transcript.layout != .chat)
    }

    @Test("Cards in two columns are no conversation") func cardsInTwoColumnsAreNoConversation() {
        var canvas = Canvas()
        for row in 0..<4 {
            for x in [24, 376] {
                canvas.fill(Box(x: x, y: 200 + row * 300, width: 320, height: 260), 225, radius: 20)
                canvas.write("Item \(row) costs", x: x + 24, y: 224 + row * 300)
                canvas.write("nine euros", x: x + 24, y: 260 + row * 300)
            }
        }
        let transcript = canvas.arranged()
        #expect(transcript.layout != .chat)
        #expect(transcript.texts(.incoming).count == 16)
    }
}
