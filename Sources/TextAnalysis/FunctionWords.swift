/// Words that tell languages in Latin letters apart.
package enum FunctionWords {
    /// Words that hardly any sentence does without; lower case, and also without accents where text recognition may leave them out.
    package static let latin: [Language: Set<String>] = [
        .english: [
            "the", "and", "you", "your", "to", "of", "is", "for", "on", "in", "this", "that", "are", "we",
            "with", "have", "it", "be", "has", "from",
        ],
        .german: [
            "der", "die", "das", "und", "ist", "sie", "ihr", "ihre", "nicht", "ein", "eine", "fur", "für",
            "mit", "auf", "wir", "zu", "bitte", "den", "von",
        ],
        .french: [
            "le", "la", "les", "des", "et", "est", "vous", "votre", "une", "pour", "dans", "sur", "pas", "du",
            "que", "nous", "avec", "vos", "au", "ce",
        ],
        .spanish: [
            "el", "la", "los", "las", "que", "su", "para", "por", "una", "con", "es", "en", "del", "se", "ha",
            "sus", "al", "tu", "no", "y",
        ],
        .portuguese: [
            "o", "os", "que", "para", "seu", "sua", "uma", "com", "não", "nao", "em", "do", "da", "dos",
            "por", "foi", "voce", "você", "ao", "e",
        ],
        .italian: [
            "il", "la", "che", "di", "per", "una", "non", "con", "del", "della", "è", "sono", "suo", "tuo",
            "tua", "gli", "le", "questo", "si", "al",
        ],
        .dutch: [
            "de", "het", "een", "en", "van", "is", "uw", "niet", "voor", "met", "op", "dat", "je", "wij",
            "naar", "te", "zijn", "aan", "om", "u",
        ],
        .swedish: [
            "och", "att", "det", "som", "för", "ditt", "din", "inte", "med", "har", "du", "av", "en", "ett",
            "till", "kan", "om", "vi", "den", "är",
        ],
        .danish: [
            "og", "at", "det", "som", "for", "din", "dit", "ikke", "med", "har", "du", "af", "en", "et",
            "til", "kan", "om", "vi", "den", "er",
        ],
        .norwegian: [
            "og", "at", "det", "som", "for", "din", "ditt", "ikke", "med", "har", "du", "av", "en", "et",
            "til", "kan", "om", "vi", "den", "er",
        ],
        .finnish: [
            "ja", "on", "ei", "että", "etta", "se", "ole", "olet", "sinun", "voit", "tai", "mutta", "kun",
            "jos", "tämä", "tama", "kanssa", "ovat", "hän", "mitä",
        ],
        .polish: [
            "i", "w", "na", "nie", "do", "jest", "sie", "się", "z", "twoje", "dla", "od", "oraz", "przez",
            "masz", "za", "aby", "czy", "po", "to",
        ],
        .czech: [
            "a", "je", "na", "se", "v", "pro", "vas", "vás", "od", "do", "si", "za", "aby", "nebo", "jsme",
            "vase", "vaše", "z", "by", "ze",
        ],
        .hungarian: [
            "a", "az", "és", "es", "hogy", "nem", "egy", "ez", "van", "is", "meg", "ha", "csak", "már",
            "mar", "kell", "volt", "önnek", "kérjük", "kerjuk",
        ],
        .romanian: [
            "si", "și", "de", "la", "in", "în", "este", "pentru", "cu", "un", "o", "va", "vă", "din", "nu",
            "ati", "ați", "pe", "contul", "sau",
        ],
        .turkish: [
            "ve", "bir", "bu", "icin", "için", "ile", "da", "de", "lutfen", "lütfen", "sayin", "sayın",
            "hesap", "olarak", "degil", "değil", "size", "ne", "mi", "daha",
        ],
        .indonesian: [
            "dan", "di", "yang", "untuk", "anda", "ke", "dari", "dengan", "ini", "tidak", "ada", "kami",
            "silahkan", "atau", "pada", "akan", "nomor", "sudah", "bisa", "juga",
        ],
        .malay: [
            "dan", "di", "yang", "untuk", "anda", "ke", "dari", "dengan", "ini", "tidak", "ada", "kami",
            "sila", "atau", "pada", "akan", "telah", "boleh", "akaun", "juga",
        ],
        .vietnamese: [
            "va", "và", "cua", "của", "ban", "bạn", "khong", "không", "la", "là", "cho", "co", "có", "nay",
            "này", "duoc", "được", "vui", "long", "lòng",
        ],
        .tagalog: [
            "ang", "ng", "mga", "sa", "na", "ko", "mo", "ay", "po", "ako", "ka", "yung", "lang", "naman",
            "para", "hindi", "kung", "nang", "inyong", "siya",
        ],
    ]
}
