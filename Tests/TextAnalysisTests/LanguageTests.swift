import Foundation
import TestSupport
import Testing

@testable import TextAnalysis

@Suite("Language") struct LanguageTests {
    private func languages(_ text: String) -> TextLanguages { Samples.analyzer.analyze(text).languages }

    static let sentences: [(Language, String)] = [
        ("en", "Your parcel is at our depot and we need your house number"),
        ("de", "Ihr Paket konnte nicht zugestellt werden, bitte wählen Sie einen neuen Termin"),
        ("fr", "Votre colis n'a pas pu être livré, merci de choisir un nouveau créneau"),
        ("es", "Su paquete no se ha podido entregar, elija una nueva fecha para la entrega"),
        ("pt", "A sua encomenda não foi entregue, escolha uma nova data para o envio"),
        ("it", "Il tuo pacco non è stato consegnato, scegli una nuova data per la consegna"),
        ("nl", "Uw pakket kon niet worden bezorgd, kies een nieuwe datum voor de bezorging"),
        ("sv", "Ditt paket kunde inte levereras och du måste välja en ny tid för leverans"),
        ("pl", "Twoja paczka nie mogła zostać doręczona, prosimy o wybranie nowej daty dla przesyłki"),
        ("tr", "Kargonuz teslim edilemedi, lütfen yeni bir tarih seçin ve daha sonra bekleyin"),
        ("id", "Paket anda tidak bisa dikirim, silahkan pilih tanggal yang baru untuk pengiriman ini"),
        ("sw", "Kifurushi chako hakikuweza kufikishwa, tafadhali chagua siku mpya kwenye ukurasa wetu"),
        ("hbs", "Vaš paket nije isporučen, molimo vas da odaberete novi termin dostave"),
        ("hbs", "Vas paket nije isporucen, molimo da potvrdite adresu i platite carinu"),
        ("sr", "Ваш пакет није испоручен, молимо вас да изаберете нови термин доставе"),
        ("zh", "您的包裹无法派送，请选择新的时间"), ("zh", "您的包裹無法派送，請選擇新的時間"),
        ("ja", "お荷物を配達できませんでした。新しい日時を選んでください"),
        ("ko", "고객님의 택배를 배송하지 못했습니다"), ("ru", "Ваша посылка не доставлена, выберите новую дату"),
        ("uk", "Вашу посилку не доставлено, оберіть нову дату"), ("ar", "تعذر تسليم الطرد الخاص بك"),
        ("el", "Το δέμα σας δεν παραδόθηκε"), ("he", "החבילה שלך לא נמסרה"),
        ("hi", "आपका पार्सल वितरित नहीं हो सका"), ("th", "ไม่สามารถจัดส่งพัสดุของคุณได้"),
    ]

    @Test("Tells a language", arguments: sentences)
    func tellsALanguage(_ language: Language, _ text: String) {
        let found = languages(text)
        #expect(found.ranked.first == language)
        #expect(found.isCertain && !found.isUnknown)
    }

    /// Case and accents, which phones and text recognition drop, and links and numbers make no difference.
    @Test("Looks past accents and links") func looksPastAccentsAndLinks() {
        #expect(languages("VOTRE COLIS N'A PAS ETE LIVRE, MERCI DE PAYER ICI").ranked == ["fr"])
        #expect(
            languages("https://the-and-you.com/is/your/to Votre colis est bloqué chez nous 0612345678").ranked
                == ["fr"])
    }

    @Test("Keeps English for short notices") func keepsEnglishForShortNotices() {
        #expect(languages("Your code is 481920").ranked == ["en"])
        #expect(languages("Your Netflix is on hold: https://a.com").ranked == ["en"])
    }

    @Test(
        "Does not guess",
        arguments: ["", "481920", "Netflix 481920", "https://a.com", "Taxi Hotel Pizza", "🍕🍕"])
    func doesNotGuess(_ text: String) {
        let found = languages(text)
        #expect(found.ranked.isEmpty && !found.isCertain && !found.isUnknown)
    }

    @Test("Knows that words are of no known language") func knowsThatWordsAreOfNoKnownLanguage() {
        let text =
            "Jūsu sūtījumu neizdevās piegādāt lūdzu izvēlieties jaunu datumu mūsu tīmekļa lapā tieši tagad"
        #expect(languages(text).ranked.isEmpty)
        #expect(languages(text).isUnknown)
    }

    @Test("Ranks the languages of a mixed text") func ranksTheLanguagesOfAMixedText() {
        let text = "Hola, su paquete está en la oficina de correos. 您的包裹在邮局。"
        #expect(languages(text).ranked == ["es", "zh"])
        let other = "Please tell your mother that we are at home and that dinner is ready. 好的谢谢"
        #expect(languages(other).ranked == ["en"])
    }

    @Test("Is linear") func isLinear() {
        let text = String(repeating: "Votre colis et the parcel и посылка 包裹 ", count: 20_000)
        #expect(languages(text).ranked.contains("fr"))
    }

    @Test("Every language has a code of its own") func everyLanguageHasACodeOfItsOwn() {
        let all = ShippedLanguages.all
        let languages = all.profiles.map(\.language)
        #expect(languages.count == 38 && Set(languages).count == 38)
        #expect(languages.allSatisfy { (2...3).contains($0.code.utf8.count) && all.contains($0) })
        #expect(all.name(of: "nl") == "Dutch" && all["nl"]?.tessdata == ["nld"])
        #expect(!all.contains("xx"))
    }

    // MARK: What words are made of

    private func keys(_ text: String) -> [WordKey] { Samples.analyzer.words(text) }

    @Test(
        "Ignores accents",
        arguments: [
            ("été", "ete"), ("Straße", "strasse"), ("œuvre", "oeuvre"), ("AÇÃO", "acao"), ("łódź", "lodz"),
        ])
    func ignoresAccents(_ accented: String, _ plain: String) {
        #expect(keys(accented) == keys(plain))
        #expect(keys(accented.decomposedStringWithCanonicalMapping) == keys(plain))
    }

    @Test("Cuts elided words off") func cutsElidedWordsOff() {
        #expect(
            keys("l'adresse d’une lettre qu'il n'aime pas") == keys("l adresse d une lettre qu il n aime pas")
        )
        #expect(keys("don't isn't I'm o'clock").count == 4)
        // An `l` that was read for an `I`.
        #expect(keys("l'm l'll l've").count == 3)
    }

    @Test("Reads traditional characters as simplified ones") func readsTraditionalCharactersAsSimplifiedOnes()
    {
        let variants = HanVariants(tsv: "# table\n驗\t验\n證\t证\nbad\n\t\n".utf8)
        let analyzer = TextAnalyzer(
            suffixes: Samples.analyzer.suffixes, confusables: Samples.analyzer.confusables, variants: variants
        )
        #expect(analyzer.words("驗證码") == analyzer.words("验证码"))
        #expect(keys("驗") != keys("验"))
    }
}
