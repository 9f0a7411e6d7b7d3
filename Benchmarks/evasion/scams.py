"""Plain scams to disguise, written for this benchmark, and the harmless sentences that tricks put around them."""

ENGLISH = {
    "parcel": "Royal Mail: your parcel is on hold because of an unpaid shipping fee of £1.99. Please pay the fee within 24 hours "
              "or it will be returned to sender: https://royalmail-redelivery.top/pay",
    "bank": "HSBC: unusual activity was detected and your account has been suspended. Verify your identity immediately at "
            "https://hsbc-secure-login.top/verify or your account will be closed.",
    "toll": "Final notice: you have an unpaid toll of $6.99. Pay now to avoid late fees and legal action: "
            "https://ezpass-tolls.top/pay",
    "family": "Hi mum, my phone broke and this is my new number. I urgently need to pay a bill today, can you send me the money? "
              "I will pay you back tomorrow.",
    "prize": "Congratulations! You have been selected as the winner of a $1000 Walmart gift card. Click here to claim your prize "
             "before it expires: https://walmart-rewards.top/claim",
    "job": "Hello, I am a recruiter. We offer a part-time remote job: earn $300 to $500 per day working from home, no experience "
           "needed. Contact me on WhatsApp to start: +1 415 555 0137",
    "crypto": "Join our VIP trading group on Telegram. Guaranteed profits of 30% daily: deposit 500 USDT and our experts double "
              "your investment. Register now: https://bitprofit-vip.top",
    "tax": "HMRC: you are eligible for a tax refund of £284.50. Claim your refund today by entering your card details at "
           "https://hmrc-refund-claim.top",
    "callback": "Your Norton subscription has been renewed and $399.99 was charged to your account. If you did not authorize this "
                "payment, call us immediately at +1 888 555 0142 to cancel and get a refund.",
    "code": "Hello, I sent my WhatsApp verification code to your number by mistake. Please send me the 6 digit code you just "
            "received, it is urgent.",
}

OTHERS = {
    "es parcel": "Correos: su paquete está retenido por falta de pago de los gastos de aduana. Pague 1,99 € antes de 24 horas "
                 "o será devuelto: https://correos-entrega.top/pago",
    "es bank": "BBVA: hemos detectado un acceso no autorizado y su cuenta ha sido bloqueada. Verifique su identidad de inmediato "
               "en https://bbva-seguridad.top/verificar",
    "es family": "Hola mamá, se me ha roto el móvil y este es mi nuevo número. Necesito pagar una factura urgente hoy, ¿me "
                 "puedes hacer una transferencia? Mañana te lo devuelvo.",
    "fr parcel": "La Poste : votre colis est en attente car les frais de livraison n'ont pas été payés. Réglez 1,99 € sous 24 "
                 "heures : https://laposte-livraison.top/payer",
    "fr bank": "Crédit Agricole : une connexion inhabituelle a été détectée et votre compte est suspendu. Confirmez votre "
               "identité immédiatement sur https://credit-agricole-securite.top/connexion",
    "fr family": "Coucou maman, mon téléphone est cassé, voici mon nouveau numéro. Je dois payer une facture en urgence "
                 "aujourd'hui, tu peux me faire un virement ? Je te rembourse demain.",
    "de parcel": "DHL: Ihr Paket wird zurückgehalten, weil die Zollgebühr nicht bezahlt wurde. Zahlen Sie 1,99 € innerhalb von "
                 "24 Stunden: https://dhl-zustellung.top/zahlen",
    "de bank": "Sparkasse: Ihr Konto wurde wegen ungewöhnlicher Aktivität gesperrt. Bestätigen Sie sofort Ihre Daten unter "
               "https://sparkasse-sicherheit.top/login",
    "de family": "Hallo Mama, mein Handy ist kaputt, das ist meine neue Nummer. Ich muss heute dringend eine Rechnung "
                 "bezahlen, kannst du mir das Geld überweisen? Morgen bekommst du es zurück.",
    "pt bank": "Caixa: detectamos um acesso suspeito e a sua conta foi bloqueada. Confirme os seus dados imediatamente em "
               "https://caixa-seguranca.top/confirmar",
}

THAI = "วันนี้อากาศดีมากเราไปเดินเล่นที่สวนสาธารณะกันเถอะ พรุ่งนี้แม่จะทำอาหารอร่อยให้พวกเรากินที่บ้านตอนเย็นนะคะ"
CHINESE = "今天天气很好。我们去公园散步。妈妈在家做饭。晚上一起看电影。明天要去学校。他喜欢喝茶。书在桌子上。周末见朋友。"
GERMAN = ("Am Wochenende waren wir mit den Kindern im Garten und haben die Äpfel gepflückt. Die Großmutter hat danach einen "
          "Kuchen gebacken, und wir haben alle zusammen auf der Terrasse gesessen, bis es dunkel und ziemlich kühl wurde.")
FRENCH = ("Le week-end dernier nous avons fait une belle promenade dans la forêt avec les enfants et le chien. Le soir nous "
          "avons mangé une soupe chaude à la maison, puis chacun a lu un livre avant d'aller dormir.")
FOOTER = "Diese Nachricht wurde automatisch erstellt. Bitte antworten Sie nicht auf diese Nachricht. Vielen Dank und einen schönen Tag."
PROTECTIVE = ("Never share your code with anyone. We will never ask for your password. If this wasn't you, ignore this message. "
              "Reply STOP to opt out. Thank you for your order.")

FILLERS = ["banana", "garden", "yellow", "window", "pepper", "cotton", "rabbit", "planet", "violin", "carpet", "pencil", "meadow",
           "lemon", "ribbon", "castle", "walnut", "basket", "marble", "feather", "puddle", "tulip", "saddle", "biscuit", "anchor",
           "hazel", "thimble", "lantern", "magpie", "orchard", "velvet", "cobble", "drizzle", "parsley", "teapot", "willow", "jigsaw"]


def harmless(count, random):
    """Sentences about an ordinary day, each in words of its own."""
    who = ["My sister", "The neighbour", "Our teacher", "Uncle Ben", "The dog", "Grandma", "My friend Tom", "The gardener"]
    did = ["walked to the lake", "painted the old fence", "baked a carrot cake", "watched the rain", "planted three tulips",
           "sang in the choir", "read a long book", "fed the ducks", "fixed the bicycle", "slept until noon"]
    when = ["this morning", "after lunch", "on Sunday", "before the concert", "while it was snowing", "last summer"]
    return [f"{random.choice(who)} {random.choice(did)} {random.choice(when)}." for _ in range(count)]
