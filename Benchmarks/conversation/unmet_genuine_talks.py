"""Talks with people met by mistake, online or in passing who mean well, and about money with those in the address book (`KNOWN`)."""

KNOWN = (
    "grandson crypto", "co parent money", "insurance broker known", "cousin loan back", "startup friend", "dating second week",
    "cousin getting married", "friend lost to scam", "dad share club", "church sister soup",
)

TALKS = {
    "dance partner": """
< Hi, it's Rolf, I found your note on the board at the dance school, are you still looking for a partner for the beginners' course?
> Hi Rolf, yes! Tuesdays at 8
< Perfect. I'm 1.83 and I have two left feet, I'm honest
> I'm 1.65 with one left foot. What do you do?
< I'm a tax adviser, please don't run
> Haha, I'll ask you about my return at the break
< I'll charge you one waltz. How much is the course?
> 96 per person for ten evenings, you pay at the desk the first time
< That's fair. Shall we meet ten minutes before so that we recognise each other?
> Good idea, I'll be in a green coat
< Do you live nearby?
> Five minutes by bike
< Lucky. See you Tuesday then
""",
    "grandson crypto": """
< Hi Grandma! Did you get the photos from the school play?
> I did, you were a splendid tree
< Thanks haha. Mr Rowe says I can be a talking one next year
> What else is new?
< I'm doing economics and we learn about bitcoin, did you know one is worth like 60k
> Your grandfather said it would be tulips again
< That's literally in the book, tulips! Ours is just a game though, we trade fake stocks in teams. I made 14 percent
> Don't tell your uncle, he'll want your advice
< He already asked me lol. I told him teacher says it's mostly luck
> Sensible teacher. Are you coming on Sunday?
< Yes! can you make the crumble
> I can show you how to make it yourself, it's time
< deal
""",
    "wrong pharmacy": """
< Good morning, is my prescription ready? Surname Adeyinka
> Hello, I think you want the pharmacy, this is a private mobile
< Oh I'm so sorry, I have typed it from the bag
> No worries! Hope you get it soon
< It's only for my pressure. My daughter says I must stop texting the whole world
> Haha mine says the same
< God bless you, have a blessed day
> You too
""",
    "volunteer first day": """
< Hello, this is Inés from the food bank, you signed up on our page for Saturdays. Is this a good time?
> Hi Inés yes
< Great. It's 9 to 1, you sort and then you pack. Do you have a bad back? No shame
> No, I'm a removals man
< Oh we've been praying for you 😄 There's nothing to pay and you get lunch
> Love it. Anything to bring?
< Just closed shoes. And if you want the expenses for the bus we give it in cash at the end
> No need, I walk
< May I ask how you heard about us?
> My neighbour Tom got parcels last winter
< That's lovely. I'll put you with Maurice, he's been here 11 years and will teach you everything
> See you Saturday
""",
    "co parent money": """
< Hi, did you pay the football? It's due today
> Not yet, it's 120 for the season
< Ok I'll send you my 60. and the boots?
> He says his are fine. They have a hole
< lol. I'll get them, he's with me Friday
> Thanks. also school says the trip to Rome is 640
< wow. can we do instalments
> yes 4 times 160. shall I take the first two
< yes please, I'm short till the bonus comes. I'll do the last two plus the pocket money
> fine by me
< sent the 60. Is he still coughing
> less. he wants your soup
""",
    "photography meetup": """
< hi Noor, Hester here, we walked together at the photo meetup by the docks. you sent me your number for the tripod
> Hester hi! do you still want it?
< yes if it's still for sale. 40 wasn't it?
> 40 and I'll throw in the bag
< brilliant. shall I pay by bank or bring cash
> cash is easier, I'm at the market on sunday
< ok. by the way your reflections came out so well, how did you get that blue?
> ten minutes after sunset and luck. I can show you the settings on sunday
< yes please. do you sell prints?
> I tried, made 30 euros in a year haha
< well I'd buy the crane one
> careful, that'd double my income
""",
    "insurance broker known": """
< Hi Leon, Petra from Haas & Partner. Your car policy renews on 1 Jan, it's going up from 512 to 588
> Hi Petra, ouch. Why?
< Type class, and the hail. I looked at three others, the best is 534 with the same cover
> Let's do that then
< I'd need your signature by the 30th, it comes through our portal as always. No payment now, they take it in January
> Ok. You also said something about a pension thing
< Only if you're interested. It's an index policy through your employer, they add 20 percent. I'd rather explain it in the office with the costs on the table
> After Christmas
< After Christmas. Say hello to your wife, and send me the photo of the odometer
> will do
""",
    "lost phone found": """
< Hello, I found this phone on the 43 bus and your number was the last called. Do you know whose it is?
> Oh thank you!! It's my son's
< Good. I can leave it at the depot or you collect it from me, I'm a hairdresser on Vine Street until 6
> I'll come at 5. How can I thank you?
< No need, really. Tell him to put a picture of himself on it, there's only a cat
> That's his whole personality
< Ha. What's the cat called?
> Sir Toby
< See you at 5, ask for Milena
> can I bring you chocolates at least?
< Dark, then I'm not saying no
""",
    "cousin loan back": """
< Hi cuz, I've put 200 in your account just now, that's the last of it
> You star, there was no rush!
< I know but it's been on my mind. Thank you for last year, honestly, you saved us
> Stop it. How's Karim's job?
< Good, he's permanent now! They even gave him shares, whatever that means
> haha nice. tell him to leave them alone for 5 years
< that's what dad said. he bought gold in the 80s and never shuts up about it
> classic uncle
< are you coming for Eid?
> yes we land on the 8th. need a lift from the airport?
< I'll come myself. bring the baby's passport for the visa thing mum wants to see
> ok love you
""",
    "startup friend": """
< guess who got into the accelerator
> NO WAY congrats!!!
< 80k for 6 percent. I cried in front of a man called Brad
> hahaha deserved. what do you do with it
< one engineer and a real chair
> you need a designer too
< that's why I'm texting you of course. would you do two days a week? paid, not friendship
> send me the numbers and I'll think about it
< 350 a day and 0.5 percent options over four years. I'll have the lawyer send you the papers, read them please
> who even reads
< you, because I know Brad
> ok ok. call tomorrow?
< 10?
> 10
""",
    "shared garden stranger": """
< Hello, my name is Pilar, I have the plot beside yours, number 31. I got your phone from the board in the shed
> Hi Pilar, welcome! Are you the one with the blue shed?
< Yes that is me. I wanted to ask if I can use your water until mine is repaired, I pay of course
> No need to pay, the key's under the pot
< You are very kind. I'm new here from Valencia and I don't know what grows
> Potatoes. Only potatoes. and beans if you sing to them
< I will sing. What do you do against the snails?
> Beer
< For them or for me?
> haha both
< I bring you some of my tomatoes if they live. My uncle taught me with eggshells
> I'd love to see that
""",
    "dating second week": """
< good morning :) did you survive the parents' evening
> barely. one dad asked me about crypto
< lol what did you say
> that I teach geography
< perfect. I told my brother about you, he wants to know if you're real
> tell him I'm a hologram
< he once lost 3 grand to a girl who was "a pilot" so he worries
> oh no!! poor him. ok video call tonight then with a newspaper
< haha yes please hold up today's paper
> 8?
< 8. and saturday still the museum? tickets are 14, I'll get them and you get the cake
> I always get the cake
< that's why I like you
""",
    "boiler company": """
> Hi, is that the boiler cover people? My yearly service was due last month
< Good morning, HeatWell, Janet speaking. Can I take your postcode and surname?
> LS8 4AB, Farooqi
< Thank you Mr Farooqi. I can offer Thursday 8 to 12 or the 22nd
> Thursday. Is it included?
< Yes it's in your plan, nothing to pay. The engineer is called Des and shows his card at the door
> Great. My plan is 14 a month, my neighbour pays 11?
< He may have the one without plumbing. I can change yours, you'd save 36 over the year, but you lose the taps
> Leave it as it is then
< No problem. You'll get a text the night before
> Thank you
""",
    "book group new": """
< Hi Ottilie, Jan gave me your number, I'm Ruben, she said you need people for the book group
> Hi Ruben, we do! We're six women and a dachshund
< I feel I'd raise the average height. What are you reading?
> Middlemarch until Easter
< Oh dear. ok I'm in. When and where?
> First Mondays at mine, 7.30, bring wine or crisps
< I'm a wine rep so I've an unfair advantage. What do you do?
> Potter about, I taught physics
< My mother too! Is there a fee or anything
> No, we put 2 in the pot for the Christmas dinner
< Lovely. I'll get it on audio and do the first hundred pages in the van
""",
    "ticket swap": """
< hey is the spare ticket for thursday still there? saw it in the group
> yes! 38, what I paid
< amazing. how do we do it, app transfer?
> yes I send it in the ticket app to your email and you pay when it's there
< are you sure? you don't know me
> I know your cousin lol, she's in the group
< haha true. ok sending mail address. I'll do tikkie straight away
> done, check
< got it! paid 38. thank you so much
> enjoy. what do you do btw, you look familiar
< I work at the climbing hall
> THAT'S it
""",
    "surf lessons": """
< Hi, I got your number from the surf school board, do you still give private lessons?
> Hi! Yes, mornings mostly. How many people?
< Two, my son and me. He's 12 and I'm terrified
> Haha that's the normal mix. 45 each for two hours, boards and suits included
< Great. Do we pay before or on the day?
> On the day, cash or card, and only if the waves are ok
< Perfect. Where are you from by the way? You sound northern
> Whitby! came for a summer, stayed nine years
< Amazing. What do you do in winter?
> Fix boards and regret things
< Sounds like a good life. Thursday at 8?
> Thursday at 8, by the red container
""",
    "wrong number grandma": """
< Happy birthday my darling Sophie! 18 already! Grandpa and I put 50 in your card
> Aw thank you but I'm not Sophie, I think you have the wrong number!
< Oh dear me. I've got my glasses off. I'm so sorry
> No need, it made my morning. Happy birthday to Sophie
< You're very kind. How old are you dear, if I may ask?
> 34, so a bit late for the 50
< Haha! Well you have a lovely day. I'm Joan
> Lovely to meet you Joan. I'm Imran
< I shall try again with my glasses. Bye bye Imran
> Bye Joan, kiss Sophie
""",
    "tech meetup contact": """
< Hey, Lukas here from the Rust meetup, we talked about your embedded thing
> Hey Lukas! yes, the greenhouse sensor
< I looked at the repo, I really like it. Are you doing that full time?
> No no, evenings. I work at the water utility. You?
< I do backend at a broker, trading systems, it's less exciting than it sounds
> do you trade yourself?
< not allowed, compliance. I have one boring ETF and a plant
> haha same
< anyway I could send you a PR for the i2c bug if you want
> please do!!
< on it. see you in march
""",
    "book seller": """
< hello is the full set of Pratchett still up? saw it on the marketplace
> hi yes! 41 books
< amazing. would you take 90?
> 100 and it's yours, I paid double just for the hardbacks
< deal. can you post or should I come? I'm in Derby
> I'm in Nottingham, come and get them, they weigh as much as me
< saturday? I can do cash or bank when I have them in my hands
> cash is fine. why do you want them if I may ask
< my dad had them, he passed, and my mum gave them away by accident
> oh no. ok 80 then. and tea
< that's so kind of you, you don't have to
> I want to. saturday at 2
""",
    "cousin getting married": """
< hiiii so we're opening a joint account finally 😂
> omg so grown up. which bank
< the one with the pink card. 3% on the savings bit
> ooh. send me the link I get a bonus
< lol I get one too, 25 each if you put 100 in
> deal, do it. how's the venue?
< deposit paid, 1,200, I nearly fainted
> worth it. what's left
< band and cake. can you lend me your speakers by the way
> of course. do you need help with the money honestly?
< no no dad's covering the bar, we're fine. love you for asking
> ❤️
""",
    "ferry stranger": """
< Hi, this is Marek from the ferry, you left your scarf at our table, the red one
> Oh thank you!! I've been looking everywhere. How did you get my number?
< It was on the label of the bag you showed us, I hope it's ok
> Haha of course. Could you post it? I'll pay the postage
< No need, it's 3 euros. What's the address?
> I feel bad! Are you sure?
< Absolutely. My wife says you taught our daughter to play rummy, so we're in debt
> She won every round!
< She tells everyone. Give me an address when you have time
> c/o The Bakery, Quay Street, Tobermory
< Done tomorrow. If you ever come to Gdansk there's soup
""",
    "gym trainer": """
< Hey Olly, Dean from PureFit, you asked at reception about PT
> hi yes! what are the prices
< 38 a session or 10 for 340. First one's free so you can see if we get on
> sounds good. what do you need from me
< Just tell me your goal and any injuries. What do you do for work, desk?
> yeah accounts, 10 hrs sitting
< Ok that's the hips then. When are you free?
> Tuesdays after 6
< Tuesday 6.15, meet me by the rowers. You don't pay anything till after the free one
> great see you then
""",
    "friend lost to scam": """
< can I tell you something and you don't laugh
> of course
< that girl Lin I was chatting to. the gold trading. it's gone, 6k
> oh mate. no. I'm so sorry
< she showed me the profits every day. I took out 200 at the start so I thought it was real
> that's how they do it. did you tell the bank?
< this morning. they were nice actually
> good. report it too, the police page has a form
< I feel so stupid. she said put in 5 more and they release it
> don't. it's not you, it's their job. I'm coming over
< bring beer
> bringing beer
""",
    "church sister soup": """
< Good evening sister Agnes, this is Funmi from the welfare team
> Good evening my dear
< We heard about your operation. Can I bring soup on Thursday?
> God bless you, yes please. I'm not to lift anything
< What do you eat, is pepper ok?
> Little pepper
< Fine. Also the harvest levy, don't worry about it this year, the pastor said
> Ah no, I've it in an envelope, 50. I'll give it to you on Thursday
< As you wish ma. You have a good heart
> It is you who have it. How are the children?
< Growing! They eat money
""",
    "flight seatmate job": """
< Hi Karim, it's Joanne, we sat together on the Lisbon flight on Monday
> Joanne hi! Did you get your suitcase?
< Two days later, with someone else's cheese in it
> no way 😂
< I spoke to our head of data about you, she'd be happy to see your CV. It's a proper opening, it's on our site
> wow thank you so much
< The salary is 62 to 68, hybrid in Reading. You apply on the page and put my name, I do get a referral bonus if you're hired, I should be honest
> haha you deserve it
< Closing date is the 30th. Good luck!
> I'll do it tonight
""",
    "dad share club": """
< Son, the share club met. We sold the water company, up 9 percent in a year
> very nice dad. what did Brian say
< Brian wants to buy a mine in Peru, we voted him down
> good
< I made 212 pounds and mum spent it on a bird table
> best investment so far
< That's what she says. Are you coming Sunday, I can show you the spreadsheet
> do I have to
< There's beef
> then yes
""",
    "hair model": """
< Hi, I'm Coco from the academy, you put your name down as a hair model?
> Hi! yes the balayage one
< Great. It's on the 17th, 10 to 2, it's a student but I'm there all the time. It's free, you just tip if you're happy
> amazing. do I need a patch test
< Yes, two days before, 5 minutes. Have you used box dye in the last year?
> once, in lockdown, never again
< haha we've all been there. what colour are you now?
> sad brown
< we'll fix sad. Where do you live, is the 15th ok for the patch?
> 10 mins away, yes
< See you on the 15th babe
""",
    "widower walking group": """
< Good morning Elaine, it's Peter from the walking group. I hope you don't mind, Sue gave me your number
> Morning Peter, not at all
< I wondered if you'd like a lift on Sunday, I pass your road
> That would be lovely, the bus is hopeless
< 9.15 then. I should warn you the car smells of dog
> I like dog. How long have you been in the group?
< Since my wife died, four years. It got me out of the house
> I'm sorry. Same here really, two years in May
< Then you know. The cafe at the end does a good scone, my treat
> I'll pay for mine, but thank you
< We'll argue on Sunday
""",
    "solar quote caller": """
< Hello Mr Brandt, this is Tanja from Sonnwerk, you asked for a quote through our website
> Hi, yes, for the roof in Ulm
< I have the drawings. 14 panels with storage comes to 17,900, without 11,400. It'd pay for itself in about eleven years
> So long?
< I'd rather say eleven and be right. Some firms say six
> Appreciate that. What do you need now?
< Nothing. If you want, our man comes and looks at the roof, it's free, then you decide. No deposit until the contract, and you have two weeks to cancel
> Ok next week?
< Wednesday at 4?
> Fine
""",
    "lost contact school": """
< is this Mehmet?? it's Aylin from Frau Weber's class!
> AYLIN?! how did you find me
< your sister at the bakery haha. you haven't changed on the photos
> liar. where do you live now?
< Bremen, three kids, one husband. you?
> Hannover, no kids, one van. I do sound for concerts
< of course you do. what do you earn from that, my eldest wants to do it lol
> tell him to become a dentist
< I'll show him this message
> come to the festival in august, I'll put you on the list
< really? all five?
> all five, bring earplugs
""",
}
