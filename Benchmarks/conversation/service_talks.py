"""Talks with landlords and help lines, about classes on fraud, and about codes, apps and new numbers, between people who mean well. Each is
whole by itself. `<` begins the other one's messages, `>` the owner's. All of it was written for this, before any of it was judged."""

TALKS = {
    # Landlord and rooms.
    "boiler landlord": """
        < Hi it's Mr Patel. The plumber can come tomorrow between 8 and 12, will somebody be in?
        > I work from home so yes. Thank you!
        < Good. He'll ring you before. If he needs a part he calls me directly
        > ok. The rent went out yesterday by the way, did you see it?
        < Yes received thank you. Also the contract ends in August, would you like to renew?
        > We'd love to. Same rent?
        < I would need to go up by 25 a month, everything is dearer now
        > That's ok for us I think, I'll talk to Hannah
        < Take your time. I'll drop the papers in at the weekend
        > Great, come for a coffee""",
    "room viewing": """
        < Hi! You wrote us about the room. Would you like to come by on Monday evening?
        > Yes please! What time?
        < 7 pm. We're four people and a cat, and we cook so come hungry
        > that sounds wonderful. should I bring anything?
        < just yourself and questions. It's 480 warm, deposit is two months but only when you sign
        > ok. is internet included?
        < yes everything. The last guy leaves on the 30th so you could have the keys on the 1st
        > perfect timing. what's the address
        < Rosenweg 8, name on the bell is the long one
        > haha ok. see you monday
        < see you! cat's name is Steve""",
    "deposit back": """
        < Hello, this is Claire from Hartley Lettings. The inventory check went well, so the deposit will be returned in full
        > Oh brilliant, thank you Claire
        < It's held with the deposit scheme, you'll get an email from them where you confirm it with your login
        > I think I still have the certificate number
        < That's all you need. It usually takes five working days
        > and the keys, did you get both sets?
        < Yes, and the shed one. How is the new house?
        > cold but ours!
        < Congratulations. All the best to you both
        > thanks for everything, you were the only nice agent in this town""",
    "holiday let": """
        < Bonjour, here is Mireille from the gîte. You arrive on Saturday?
        > Bonjour Mireille! Yes around 5 in the afternoon
        < Very good. The key is in the little box, the code is the one in your booking
        > thank you. do we pay the rest to you or on the platform?
        < Always on the platform please, only the tourist tax is in cash, 2 euro 20 per person and night
        > ok we have cash. Is there a shop open on Sunday?
        < The bakery until noon. I leave you eggs and a bottle from my brother
        > that's so nice
        < The dog of the neighbour barks but he is an angel
        > we love dogs. à samedi!""",
    # Help lines of real companies, in a chat.
    "broadband chat": """
        < Hi, you're chatting with Deepa from Northlink Broadband. How can I help today?
        > hi my internet drops every evening
        < Sorry to hear that. Can I take your postcode and the first line of the address please?
        > 3 Mill Lane, LS6 2AB
        < Thank you. I can see errors on the line since the 12th. Have you tried the router in the test socket?
        > yes same thing
        < Then I'd like to book an engineer. Is Thursday 8 to 1 okay? There is no charge if the fault is outside your home
        > thursday is fine
        < Booked. You'll get a text the evening before. Anything else I can do?
        > no that's all, thanks Deepa
        < You're welcome, have a good day""",
    "airline chat": """
        < Welcome to AirNova, my name is Filip. I see you're writing about booking K7TQ2P
        > yes my flight on sunday was cancelled
        < I'm sorry about that. I can move you to Monday 7:05 or Monday 18:40, both without a fee, or refund the ticket
        > monday evening please
        < Done. Your new boarding pass will be in the app tomorrow. Do you need a hotel for the night?
        > yes I'm in transit in Vienna
        < You can go to our desk in the arrivals hall, they have vouchers. Please keep the receipt of meals up to 30 euro
        > and compensation?
        < There's a form in the app under My trips, it takes about two weeks
        > thanks, you've been very helpful
        < Safe travels""",
    "bank chat": """
        < Hello, you are chatting with Lena from Sparbank. I won't ask for your PIN or for codes in this chat
        > hi, I see a payment of 39.90 that I don't know
        < I'm sorry, let's look. Is it from the 3rd, to a company called Verlo?
        > yes exactly
        < That is a gym chain, they charge quarterly. Could somebody in your household be a member?
        > oh... my son. let me ask him
        < Take your time
        > it was him. sorry!
        < No need to be sorry. If you like you can set a notification for each payment in the app, under Alerts
        > good idea, I'll do that
        < Have a nice weekend""",
    "shop return": """
        < Hi there, thanks for your message to Oak & Wool. You'd like to return the jumper?
        > yes it's too small. can I swap it for a medium?
        < Of course, we have the medium in green and navy
        > navy please
        < Lovely. Put it back in the bag and use the label that came with it, no need to pay
        > I threw the label away :(
        < No worries, I'll email you a new one. Which address did you order with?
        > the same one as my account
        < Sent! We post yours as soon as the parcel is scanned
        > fast, thank you
        < Our pleasure. It's very soft, you'll live in it""",
    # Classes on fraud.
    "fraud class": """
        < Tomorrow is your first session at the seniors' club, are you nervous?
        > a bit! I'm doing the part about phone tricks
        < good. start with the story of the fake policeman, they all know someone
        > yes. then the three questions: who wants it, why now, how do they want the money
        < perfect. And let them say out loud "I'll call you back", it helps
        > I have the slides with the gift cards too
        < Maybe bring two real ones so they can see where the number is
        > good idea. what do I do if somebody tells that it happened to them?
        < Thank them, no jokes, and give them the leaflet with the hotline at the end
        > ok. biscuits?
        < biscuits are the main thing""",
    "work training": """
        < did you do the phishing training yet, deadline is today
        > ugh. how long is it
        < 20 min. the one with the fake invoice from the CEO is quite good
        > I clicked the test mail last month, so embarrassing
        < half of sales did. it said your parcel couldn't be delivered and everyone had ordered something
        > exactly! who doesn't click that
        < now there's a button in outlook to report it, use that
        > ok. do I get a certificate
        < a pdf with a shark on it
        > worth it then""",
    "library evening": """
        < Hi Petra, 26 people registered for the evening on online banking fraud!
        > 26! we need more chairs
        < The bank sends Mr Weiss again, he shows how fake sites look like theirs
        > he was good last time. somebody asked if it's safe to use the library's computers
        < Yes, and he said better not for banking. I liked that he was honest
        > can you print the checklist, 30 copies
        < Already done. On the front it says nobody from the bank ever asks you for a tan on the phone
        > and wine after?
        < Two boxes, from the friends of the library
        > then they will all come back""",
    "teacher project": """
        < Miss we finished our poster about scams on insta
        > Great! What did you find?
        < They say you won a iphone and you only have to pay the shipping, or they want to be your sponsor
        > Very good. And what should people do?
        < not answer and report it and tell an adult. Amir's brother sent his login to one and they changed his password
        > Is he ok to be on the poster?
        < he said yes if we don't write his name
        > Then bring it on Tuesday, you present at 10
        < ok miss. can we use the big screen
        > You may""",
    # Other everyday talk with money, codes or apps in it.
    "doctor portal": """
        < Hello, this is the Rowan surgery. Your test results are in, please call us between 2 and 4 or see them in the NHS app
        > Hi, is it urgent?
        < No, nothing urgent. Dr Shah would like to change the dose a little
        > ok I'll look in the app
        < The new prescription is at your usual pharmacy from tomorrow
        > thanks. Do I need another blood test?
        < In three months, we'll text you
        > could you make it a morning please, I work nights
        < I've put a note on it
        > brilliant, thank you""",
    "car insurance": """
        < Hey can you send me the name of your car insurance? mine went up 200
        > it's the one with the meerkats lol. I compared on the site
        < ok. did you have to send them your mileage
        > yes a photo of the dashboard
        < and they never called you or anything?
        > no all in the app, I pay monthly
        < good. mine wants a black box thing that tells on me
        > you do drive like a maniac
        < excuse me, assertively
        > 47 a month I pay, for comparison
        < wow ok I'm switching tonight""",
    "visa translator": """
        < Dear Olena, the translation of your diploma is ready
        > Thank you so much! How can I pay?
        < It is 64 euro, the invoice is in the envelope. Transfer within 14 days or cash when you fetch it
        > I come today, I bring cash
        < We're open until 5. Please bring the original, I must stamp both
        > yes I have it. Will the office accept it?
        < I'm sworn at the court here, they always did
        > very good. I'm so nervous for the appointment
        < You'll be fine, your German is better than you think
        > thank you, that is kind""",
    "gaming friends": """
        < bro did u get the new skin
        > nah its 20 bucks
        < I'll gift it to u for ur bday if u stop feeding
        > i dont feed i sacrifice
        < lmaooo
        > also someone in chat wanted my login to "boost" me
        < dont even answer that, thats how jay lost his whole account with the knives
        > yeah i reported him
        < good. ranked at 9?
        > 9:30 gotta walk the dog
        < ok tell mia to hop on too she owes us a win""",
    "accountant": """
        < Hi Tess, I've done your return. You're due a refund of 312
        > oh lovely, I thought I'd have to pay
        < You paid too much on account last year. I need your approval before I send it
        > do I sign something?
        < Just reply to the email with the PDF and say you approve, once you've read it
        > reading it now. what's the 180 under other?
        < That's the course fees you gave me, the sewing ones
        > ah yes. approved!
        < HMRC takes about ten days and pays it to the account they already have
        > you're worth every penny
        < Speaking of, my invoice is attached too haha""",
    "new number real": """
        < Hi all, this is Ben, I've changed my number as my contract ran out. Old one stops on Friday
        > Ben who, there's three of you
        < the handsome one. Ben Adeyemi
        > prove it
        < you threw up in my Corsa in 2009
        > ok it's really you
        < haha. save it please and tell Chidi, I don't have his
        > will do. you coming to the match?
        < yep got two spare if anyone wants, 30 each, just give me cash there
        > I'll take one for my lad
        < sorted""",
    "lost wallet": """
        < hello, i think i have found your wallet, there was a card with this number in it
        > oh my god really?? thank you!! where was it
        < on the bus 14, under the seat. Driver said keep it or bring it to the depot, i thought i call first
        > you're an angel. where are you, I can come right now
        < i work at the bakery next to the town hall until 2
        > I know it. I'll be there in 20 minutes
        < everything is in it i think, 35 euro and your cards
        > please keep the 35, honestly
        < no no. you buy one cake, that is enough
        > I'll buy ten""",
    "choir trip": """
        < We've the final price for the choir trip, 285 with the coach and three nights
        > not bad. when do you need the money?
        < 100 as deposit by the end of the month, rest in March. Account is the choir's one, it's on the letter I gave out on Tuesday
        > I wasn't there on Tuesday
        < Ah right, you had your back. I'll bring you one on Thursday, don't pay before you have it in your hands
        > ok. single room possible?
        < 60 more, there are four, you'd be number three
        > please put me down, I snore
        < we know Harald, everybody knows
        > slander""",
    "stolen phone": """
        < hi its me from robs phone, mine got nicked at the station
        > nooo. are you alright?
        < yeah just angry. guy on a scooter, gone in two seconds
        > did you block it
        < did it from robs laptop, and the sim too. police gave me a number for the insurance
        > need anything? shall I ring your mum
        < yes please, tell her I'm not dead and not to answer if my number texts her
        > will do. dinner still on?
        < obviously, I need wine. 7
        > bring rob
        < he's carrying me""",
}
