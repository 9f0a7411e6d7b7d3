/// Makes text from bytes. Each byte stands for a piece of text that recognisers and rules look for.
enum Pieces {
    private static let all = [
        " ", "\n", "\n\n", ".", ". ", ",", ":", "/", "//", "://", "-", "_", "@", "?", "=", "&", "#", "%", "+",
        "*",
        "**", "(", ")", "[", "]", "{", "}", "<", ">", "|", "'", "\"", "!", "$", "€", "£", "₹", "~", "\\",
        "\t", "\r\n",
        "\u{200B}", "\u{200D}", "\u{FEFF}", "\u{202E}", "\u{AD}", "\u{FE0F}", "\u{301}", "\u{20E3}",
        "\u{E0061}",
        "a", "b", "c", "e", "h", "l", "p", "s", "x", "A", "B", "I", "O", "P", "S", "0", "1", "2", "4", "7",
        "9",
        "12", "123", "1234", "481920", "415", "555", "0100", "2026", "11", "65.49", "1,299", "10.0.0.1",
        "3232235777",
        "0x7f000001", "[::1]", "http", "https", "hxxp", "hxxps", "http:", "www", "www.", "[.]", "(.)",
        "(dot)", " dot ",
        "[dot]", "[at]", "[:]", "com", ".com", "top", ".top", "co.uk", "xn--", "xn--pypal-4ve", "github.io",
        "bit.ly",
        "usps", "USPS", "paypal", "раураl", "PayPaI", "arnazon", "amazon", "bank of america", "dhl", "t.me/",
        "wa.me/",
        "-redelivery", "login", "secure", "verify", "track", "user:pass@", ":8080", ".apk", "index.html", "а",
        "е", "о",
        "р", "ｃｏｄｅ", "𝐜𝐨𝐝𝐞", "①", "½", "㎏", "ﬁ", "ﷺ", "ß", "İ", "é", "e\u{301}", "ñ", "ü", "中", "您的包裹",
        "请点击", "点", "。", "あ", "ア", "한", "กา", "שלום", "مرحبا", "👍🏽", "👩‍👩‍👧", "🇺🇸", "code", "your code is",
        "G-481920", "send", "me", "the", "pay", "fee", "please", "now", "mum", "dad", "new number",
        "gift cards",
        "your parcel", "your account", "suspended", "click", "link", "reply", "never", "don't", "share",
        "bitcoin",
        "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa", "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4",
        "0x52908400098527886E0F7030069857D2E4169EE7", "24", "24h", "hours", "days", "two", "within", "USD",
        "usd", "euros",
        "million", "k", "Rs.", "naira", "name", "mail", "call", "tel", "U.S.P.S", "p a y", "c-l-i-c-k",
        "ver ify",
        "hola", "maman", "colis", "paquete", "konto", "mãe", "faça", "télé",
    ]

    /// Returns a text of at most 4,096 pieces.
    static func text(_ bytes: ArraySlice<UInt8>) -> String {
        var text = ""
        for byte in bytes.prefix(4_096) { text += all[Int(byte) % all.count] }
        return text
    }
}
