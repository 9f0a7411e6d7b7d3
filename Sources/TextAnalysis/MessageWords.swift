/// Further words that are frequent in messages, by language, blank between them and without accents. They tell short texts apart, where a
/// sentence's function words are few.
enum MessageWords {
    static let latin: [Language: String] = [
        .english: """
        my me he she they our us was were will would can could do does did don't not no an as at by or but if so what when where how \
        why who which all just get got go going come see know like want need about up out now then here there been had his her him \
        them their than more please pls click call dear account bank card code message free new your yours you're i'm i'll it's \
        ur lah ok okay yes hi hello hey thanks thank sorry today tomorrow tonight day time good love home work back still send \
        sent reply text number mobile phone any after before only also am into over per via login link update delivery package parcel \
        customer security payment order service password email address available offer win won cash pay paid money help let make tell \
        said think way day night later much one two first last next because too very really again off down well
        """,
        .german: """
        ich du er es wir mich dich uns mir dir ihnen ihren ihrem ihrer mein meine dein deine deinen kein keine einen einem einer dem \
        des im am vom zum zur bei aus nach um an als auch noch nur schon sehr wie was wer wo wann warum wenn dass oder aber weil doch \
        mal jetzt hier dann wird werden wurde wurden haben habe hat hast sind bin bist war kann konnen kannst muss mussen soll ja \
        nein hallo guten tag liebe lieber danke konto bestatigen paket sendung zustellung kunde kundin geehrte code niemals uber \
        durch ohne unter bis seit gegen mehr neue neuen neuer neues handy nummer uhr heute morgen klicken jetzt
        """,
        .french: """
        je tu il elle on ils elles me te moi toi mon ma mes ton ta tes son sa ses notre nos leur un aux en ne ni ou mais donc car qui \
        quoi dont se si comme plus moins tres bien tout tous toute cette cet ces ceci cela etre avoir avez etes avons sommes suis es \
        ont sont etait sera par sans sous chez vers entre apres avant depuis jusqu qu lorsqu bonjour bonsoir salut coucou merci svp \
        veuillez cliquez colis livraison compte carte code votre client dernier nouveau nouvelle numero telephone portable message ici \
        lien afin suite frais amende paiement regler dossier rendez aujourd hui demain faire fait peux peut pouvez \
        oui non quand ou voici voila papa maman service banque besoin reunion envoyer envoyez gagnez paie merci appelez
        """,
        .spanish: """
        yo el ella nosotros ustedes usted me te nos le les lo mi mis tus un unos de pero si como mas muy ya todo todos toda \
        esta este estos estas eso esa ese sin sobre entre hasta desde cuando donde porque quien cual que ser estar tiene tienes tengo \
        hemos han he has sido puede puedes hay son soy eres estoy fue era aqui ahora hoy manana gracias hola buenos buenas dias favor \
        cuenta banco tarjeta codigo pago pedido paquete envio entrega enlace haga ingrese siguiente cliente estimado verifique \
        numero mensaje telefono datos nuevo nueva movil celular mama papa
        """,
        .portuguese: """
        eu ele ela nos eles me te se lhe meu minha meus minhas teu tua seus suas um uns umas as de dum no na nos nas pelo pela num \
        numa mas ou como mais muito ja tudo todos esta este estes isso esse essa isto sem sobre entre ate desde quando onde porque \
        quem qual ser estar tem temos tenho tens foram sao sou estou era aqui agora hoje amanha obrigado obrigada ola oi bom dia boa \
        conta banco cartao codigo pagamento pedido encomenda envio entrega clique cliente prezado prezada caro cara favor numero \
        mensagem telefone telemovel dados novo nova celular acesse pra ta mae pai voces
        """,
        .italian: """
        io lui lei noi voi mi ti ci vi lo li un uno dei delle degli dal dalla nel nella sul sulla al alla ma se come piu anche molto \
        gia tutto questa quello sono sei siamo ha ho hai abbiamo hanno stato essere qui ora oggi domani grazie ciao buongiorno gentile \
        cliente conto carta codice pacco spedizione consegna clicca clicchi link seguente suo sua suoi tuoi dell all un nuovo \
        numero messaggio accesso bloccato verifica verificare perche chi cosa quando dove fino dopo prima ancora
        """,
        .dutch: """
        ik jij hij zij ons onze mijn jouw jullie deze dit die er hier daar wat wie waar wanneer waarom hoe als maar of ook nog wel \
        geen naar bij uit over door zonder tot heeft heb hebben hebt wordt worden bent ben was kan kunt kunnen moet moeten zal \
        hallo beste geachte dank bedankt rekening pakket bezorging klik klant nieuwe nieuw nummer vandaag morgen betaling bevestig
        """,
        .swedish:
            "jag mig dig oss ni er hej tack idag konto paket leverans klicka ny nya nummer eller men så här på från vill hade bara inte när",
        .danish:
            "jeg mig dig os hej tak idag konto pakke levering klik ny nye nummer eller men så her på fra vil havde kun når være blev",
        .norwegian:
            "jeg meg deg oss hei takk konto pakke levering klikk ny nye nummer eller men så her på fra vil hadde bare når være ble",
        .finnish: """
        en ole olen ovat minä sinä me te he tästä tässä sen niin myös nyt vain hei kiitos tili tilin paketti pankki koodi numero uusi \
        ennen sitten viesti linkki vahvista salasana sähköposti salasanasi tilisi osoite
        """,
        .polish: """
        jak ale tak tylko juz jeszcze co kto gdzie kiedy dlaczego mnie mi ciebie cie nas was ich jego jej ten ta te tego sa byc bedzie \
        bylo moze prosze dzien dobry czesc dziekuje konto paczka przesylka przesylki doplata kliknij link numer nowy nowa haslo kod \
        panstwa twoja twoj zostala zostalo ze
        """,
        .czech: """
        ale jako tak jen uz jeste co kdo kde kdy proc mne mi tebe nas jeho jeji ten ta to jsou byt bude bylo muze prosim dobry den \
        ahoj dekuji ucet balik zasilka kliknete odkaz cislo novy nova heslo kod byla byl vam vam
        """,
        .hungarian: """
        de vagy mint most itt ott mi ki hol mikor miert nekem neked mert lesz van vannak kerem szia koszonjuk fiok fiokja csomag csomagja \
        kattintson szam uj jelszo kod on ugyfelunk tisztelt egyenleg szamla
        """,
        .romanian: """
        eu tu el ea noi voi ei imi iti ne se sunt esti are am ai au fost fi ca dar daca mai foarte aici acum azi maine multumesc buna \
        ziua client cont cod parola colet coletul livrare accesati linkul numarul nou noua dumneavoastra dvs
        """,
        .turkish: """
        ben sen biz siz mi var yok ama cok daha her gibi kadar sonra once simdi bugun yarin tesekkurler merhaba degerli musterimiz \
        hesabiniz kart sifre sifreniz kod kodu tikla tiklayin kargo teslimat numara yeni tl banka sms islem tarihinde icin bakiye \
        isminiz giris lutfen olan
        """,
        .indonesian: """
        saya aku kamu dia kita mereka itu apa siapa mana kapan kenapa bagaimana kalau jika karena tapi lagi saja aja udah belum nanti \
        sekarang hari ya gak ga nggak tdk yg utk dgn sdh jg klo kalo hub hubungi pin pulsa selamat mendapatkan hadiah rekening \
        transfer pak bu mas terima kasih paket kuota gratis info nya sih dong mau bisa
        """,
        .malay: """
        saya awak dia kita mereka itu apa siapa mana bila kenapa bagaimana kalau jika kerana tapi lagi sahaja belum nanti sekarang \
        hari tak nak dah pun je akaun kata laluan terima kasih tahniah percuma sms hantar taip rm e-mel anda
        """,
        .vietnamese: """
        toi anh chi em minh ho nhung va voi trong tren duoi den tu khi neu vi nen thi ma cung da dang se rat moi cac mot hai nguoi tai \
        khoan mat khau ngan hang tin nhan truy cap xin chao quy khach ma otp giao dich de doi
        """,
        .tagalog:
            "at ito yan nito namin natin kami tayo kayo sila ba rin din pa oo wala may mayroon salamat kasi dito pera iyong",
    ]
}
