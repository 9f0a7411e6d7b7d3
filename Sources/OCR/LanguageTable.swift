/// What is known of languages beyond their data: words that hardly any sentence does without.
enum LanguageTable {
    /// By Tesseract name, for languages in Latin letters; lower case, accents left out where an English engine leaves them out.
    static let functionWords: [String: Set<String>] = [
        "eng": [
            "the", "and", "you", "your", "to", "of", "is", "for", "on", "in", "this", "that", "are", "we",
            "with", "have", "it", "be", "has", "from",
        ],
        "deu": [
            "der", "die", "das", "und", "ist", "sie", "ihr", "ihre", "nicht", "ein", "eine", "fur", "für",
            "mit", "auf", "wir", "zu", "bitte", "den", "von",
        ],
        "fra": [
            "le", "la", "les", "des", "et", "est", "vous", "votre", "une", "pour", "dans", "sur", "pas", "du",
            "que", "nous", "avec", "vos", "au", "ce",
        ],
        "spa": [
            "el", "la", "los", "las", "que", "su", "para", "por", "una", "con", "es", "en", "del", "se", "ha",
            "sus", "al", "tu", "no", "y",
        ],
        "por": [
            "o", "os", "que", "para", "seu", "sua", "uma", "com", "não", "nao", "em", "do", "da", "dos",
            "por", "foi", "voce", "você", "ao", "e",
        ],
        "ita": [
            "il", "la", "che", "di", "per", "una", "non", "con", "del", "della", "è", "sono", "suo", "tuo",
            "tua", "gli", "le", "questo", "si", "al",
        ],
        "nld": [
            "de", "het", "een", "en", "van", "is", "uw", "niet", "voor", "met", "op", "dat", "je", "wij",
            "naar", "te", "zijn", "aan", "om", "u",
        ],
        "swe": [
            "och", "att", "det", "som", "för", "ditt", "din", "inte", "med", "har", "du", "av", "en", "ett",
            "till", "kan", "om", "vi", "den", "är",
        ],
        "dan": [
            "og", "at", "det", "som", "for", "din", "dit", "ikke", "med", "har", "du", "af", "en", "et",
            "til", "kan", "om", "vi", "den", "er",
        ],
        "nor": [
            "og", "at", "det", "som", "for", "din", "ditt", "ikke", "med", "har", "du", "av", "en", "et",
            "til", "kan", "om", "vi", "den", "er",
        ],
        "pol": [
            "i", "w", "na", "nie", "do", "jest", "sie", "się", "z", "twoje", "dla", "od", "oraz", "przez",
            "masz", "za", "aby", "czy", "po", "to",
        ],
        "ces": [
            "a", "je", "na", "se", "v", "pro", "vas", "vás", "od", "do", "si", "za", "aby", "nebo", "jsme",
            "vase", "vaše", "z", "by", "ze",
        ],
        "ron": [
            "si", "și", "de", "la", "in", "în", "este", "pentru", "cu", "un", "o", "va", "vă", "din", "nu",
            "ati", "ați", "pe", "contul", "sau",
        ],
        "tur": [
            "ve", "bir", "bu", "icin", "için", "ile", "da", "de", "lutfen", "lütfen", "sayin", "sayın",
            "hesap", "olarak", "degil", "değil", "size", "ne", "mi", "daha",
        ],
        "ind": [
            "dan", "di", "yang", "untuk", "anda", "ke", "dari", "dengan", "ini", "tidak", "ada", "kami",
            "silahkan", "atau", "pada", "akan", "nomor", "sudah", "bisa", "juga",
        ],
        "msa": [
            "dan", "di", "yang", "untuk", "anda", "ke", "dari", "dengan", "ini", "tidak", "ada", "kami",
            "sila", "atau", "pada", "akan", "telah", "boleh", "akaun", "juga",
        ],
        "vie": [
            "va", "và", "cua", "của", "ban", "bạn", "khong", "không", "la", "là", "cho", "co", "có", "nay",
            "này", "duoc", "được", "vui", "long", "lòng",
        ],
    ]

    /// The language in Latin letters that most words speak for, where it beats English clearly; nil for English, and for too little to tell.
    static func latinLanguage(of words: some Sequence<String>, among installed: [String]) -> String? {
        var counts: [String: Int] = [:]
        for word in words {
            for (language, known) in functionWords where known.contains(word) {
                counts[language, default: 0] += 1
            }
        }
        let english = counts["eng", default: 0]
        let best = installed.filter { $0 != "eng" && counts[$0] != nil }
            .max { (counts[$0, default: 0], $1) < (counts[$1, default: 0], $0) }
        guard let best, let count = counts[best], count >= minWords, count * 2 >= english * 3 else {
            return nil
        }
        return best
    }

    private static let minWords = 3
}
