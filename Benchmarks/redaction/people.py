"""Invented people, numbers and messages. `{kind|words}` marks what is personal; everything else may be shown."""
import unicodedata

NAMES = (
    "Anna Schmidt", "Kwame Boateng", "Priya Raghunathan", "Lucía Fernández", "Nguyễn Minh Châu", "Oluwaseun Adeyemi", "Katarzyna Wójcik",
    "Thabo Nkosi", "Ingrid Løvaas", "Mehmet Yıldırım", "Siobhán O’Reilly", "Jean-Luc Moreau", "Hana Dvořáková", "Rajesh Iyer", "Wei Ling Tan",
    "Giulia Bianchi", "Aleksandra Petrović", "Mariana Souza", "Eszter Szabó", "Farah Al-Khatib", "Dmitri Volkov", "Tomoko Hayashi",
    "Bjarne Kristensen", "Chiamaka Eze", "Youssef Benali", "Noor van Dijk", "Aroha Ngata", "Rosa Quispe", "Elif Demir", "Jamal Whitfield",
    "Soo-jin Park", "Babajide Ogunleye", "Marta Kowalczyk", "Pedro Almeida", "Zsófia Horváth", "Ravi Chandrasekhar", "Lena Hofbauer",
    "Astrid Bergqvist", "Imelda Salonga", "Teuila Faleolo", "Gwendolyn Pryce", "Matteo Ricci", "Sanne de Vries", "Anjali Deshmukh")
FOREIGN = ("Анна Кузнецова", "Дмитрий Орлов", "Ελένη Παπαδάκη", "李晓明", "王芳", "佐藤健", "김민수", "محمد الحربي", "יעל כהן", "अंजलि वर्मा")
PHONES = (
    "+1 (415) 555-0132", "+44 7700 900461", "+49 171 3920067", "+33 6 39 98 41 20", "+61 491 570 156", "+91 98200 41736", "+234 803 555 0174",
    "+63 917 555 0148", "+55 11 95550-0173", "+27 82 555 0139", "+34 612 34 05 78", "+48 512 555 019", "+46 70 174 06 35", "+81 90-5550-0127",
    "07700 900582", "0171 3920 0418", "(212) 555-0187", "020 7946 0318", "06 39 98 07 55")
ADDRESSES = (
    "48 Willow Lane", "221 Elm Street, Springfield", "Lindenstraße 17, 50674 Köln", "9 rue des Lilas, 75020 Paris", "Via Garibaldi 31, 20121 Milano",
    "Calle de Alcalá 214, 28028 Madrid", "1507 N Lakeview Ave, Austin, TX 78701", "Flat 3, 62 Camden Road, London NW1 9DP",
    "Prinsengracht 402, 1016 JA Amsterdam", "Storgatan 8, 111 51 Stockholm", "14 MG Road, Bengaluru 560001", "Rua Augusta 1320, São Paulo",
    "17 Kingsway, Glasgow G12 8QQ", "ul. Długa 21, 31-147 Kraków")
ACCOUNTS = (
    "DE89 3704 0044 0532 0130 00", "GB29 NWBK 6016 1331 9268 19", "FR76 3000 6000 0112 3456 7890 189", "NL91 ABNA 0417 1643 00", "ES91 2100 0418 4502 0005 1332",
    "4539 1488 0343 6467", "5425 2334 3010 9903", "IT60X0542811101000000123456", "SE45 5000 0000 0583 9825 7466")
ORDERS = ("114-7702913-5580212", "4471-220913", "1Z84E0390312786415", "RR473124829GB", "JD014600004911286", "SO-2294817", "#88213094")
CODES = ("481 902", "73018", "620447", "9153", "B7Q4-2291", "338-615")

# Messages of scammers and of honest people, in the languages of many. The names in braces are filled in by kind.
MESSAGES = (
    "Hi {first}, I am from the support team. We saw a strange login to your account, please confirm it here: https://secure-check.example/login",
    "Your parcel {order} is on hold because of an unpaid fee of $2.99. Pay within 12 hours at https://parcel-fee.example or it will be sent back.",
    "Dear {name}, we are looking for people who work from home for 200 dollars a day. Are you interested? Message me on WhatsApp {phone}",
    "Please send the deposit to {account} today, then the flat is yours. The keys come by courier.",
    "Hello, is this still available? My cousin {name} will pick it up at {address} and I pay by transfer.",
    "{code} is your verification code. Never share it with anyone, not even with us.",
    "Mum, my phone is broken, this is my new number {phone}. Can you pay a bill for me today?",
    "I made 4,000 last week with the group that my aunt runs. You only need to start with 300 and follow the signals.",
    "We could not charge your card ending in {last}. Update your payment within 24 hours to keep your subscription.",
    "Hallo {first}, hier ist dein neuer Vermieter. Bitte überweise die Kaution auf {account}, dann schicke ich dir den Schlüssel.",
    "Ihr Paket {order} konnte nicht zugestellt werden. Bitte bestätigen Sie Ihre Adresse: https://zustellung.example/de",
    "Bonjour {first}, votre colis est en attente. Merci de régler les frais de 1,95 € avant demain : https://colis-frais.example",
    "Hola {first}, soy la asistente de la empresa. Ofrecemos un trabajo desde casa, escríbame al {phone}",
    "Ciao {first}, ho visto il tuo annuncio. Posso pagare subito con bonifico, mi mandi il tuo IBAN?",
    "Olá {first}, mudei de número. Pode fazer um pix para {phone} ainda hoje? Depois te explico.",
    "Hi dear {first}, I moved the dinner to 7 pm on Friday. Can you bring the dessert? We meet at {address}.",
    "Thanks for your order {order}. It arrives on Tuesday between 10:00 and 12:00.",
    "Congratulations! You were chosen for a prize. Claim it now, only 3 left: https://prize-draw.example/claim",
    "This is the fraud team of your bank. Move your money to the safe account {account} at once and tell nobody.",
    "Hej {first}, ditt konto är spärrat. Ring {phone} så hjälper vi dig direkt.",
    "Please call {name} on {phone} about your appointment on Monday, she has a question.",
    "The tax office has a refund of £312.40 for you. Fill in the form before midnight: https://refund-form.example",
)
SMALL_TALK = ("Who is this?", "Ok, how does it work?", "Is that safe?", "I can pay tomorrow", "Yes that is me", "What do I have to do?", "See you then")


class People:
    """What one picture needs, drawn by its own random numbers: nobody appears twice by chance."""

    def __init__(self, random):
        self.random = random
        self.left = list(NAMES)
        random.shuffle(self.left)

    def name(self):
        return self.left.pop()

    def plain(self, kind):
        source = {"phone": PHONES, "address": ADDRESSES, "account": ACCOUNTS, "order": ORDERS, "code": CODES}[kind]
        return self.random.choice(source)

    def handle(self, name):
        import unicodedata
        base = unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode().lower().replace("-", "")
        return self.random.choice((".", "_", "")).join(base.split()[:2]) + self.random.choice(("", "", "92", "_x", "07"))

    def mail(self, name):
        return self.handle(name) + "@" + self.random.choice(("mailhost.example", "post.example.org", "web.example.com"))

    def marked(self, kind):
        if kind == "first":
            return "{name|" + self.name().split()[0] + "}"
        if kind == "name":
            return "{name|" + self.name() + "}"
        if kind == "last":
            return "{account|" + str(self.random.randint(1102, 1899)) + "}"
        return "{" + ("account" if kind == "order" else kind) + "|" + self.plain(kind) + "}"

    def message(self, text=None):
        text = text or self.random.choice(MESSAGES)
        for kind in ("first", "name", "last", "phone", "address", "account", "order", "code"):
            while "{" + kind + "}" in text:
                text = text.replace("{" + kind + "}", self.marked(kind), 1)
        return text

    def messages(self, count):
        return [self.message(text) for text in self.random.sample(MESSAGES, count)]
