"""Talks with people met by mistake, online or in passing who are after money. Each is whole by itself.

They were written in two rounds of fifteen, each before the rules had seen it (README.md).
"""

TALKS = {
    "orchid show": """
< Hi Beverly, are you still bringing the Cattleyas to the show on the 9th?
> Hi, I'm afraid you've reached a Martin
< My apologies Martin! I run the orchid society list and I am useless with phones
> No harm done
< Do you grow anything, Martin?
> Tomatoes, when the slugs permit
< A noble pursuit. I'm Celeste. I have 80 orchids and no husband, in that order of importance
> Ha! That's a lot of watering
< It keeps me young. What keeps you young?
> Crosswords and a bad knee
< I used to run myself ragged as a pharmacist. Then a man from our society explained something to me and I handed in my white coat at 53
> What did he explain?
< How the big houses set the silver price each afternoon. You need only an app and patience. My coat money was 4,000 and now it looks after the greenhouse by itself
> I'm too old for apps
< Nonsense, I was worse than you. One evening and a cup of tea, I hold your hand the whole way
""",
    "airport lounge": """
< Hello, this is Tobias, we sat next to each other in the lounge in Doha, you lent me your charger
> Hi, I wasn't in Doha, you must mean someone else
< How strange, she wrote this number on my boarding pass. Forgive me
> No problem
< You are kind. Most people block at once. Are you also a traveller?
> Not really, I have a bakery
< A bakery! The best smell in the world. Where?
> Graz
< I was there once, the clock tower. I work with container ships, I mean the paper side, freight contracts
> Sounds complicated
< It is boring until you see the prices move. My team gets the freight index two hours before the exchange. I'm not allowed to use it in my name, you understand
> That sounds illegal
< It's grey, everybody's wife does it. If you were open to it we could split. You place, I tell, half and half. Even 2,000 would have been 3,100 last week
""",
    "kpop fan": """
< omg ur edit of jihoon is everything 😭😭
> thank youuu took me 3 days lol
< worth it. are u going to the manila show
> i wish tickets are so expensive
< i got mine thru the fan union. we vote for mvs and they give us load
> wait what
< like u watch the mv, screenshot, and they pay 15 pesos each. i do 60 a day
> is it real tho
< yes look [photo]. only after level 2 u have to lend the union 500 so they know ur serious, they give back 750 after the round
> hmm i only have allowance
< my classmate borrowed from her sister and now she has vip ticket. im ur friend i wont lie
""",
    "retired pilot": """
< Good evening Margaret, your profile picture has a very fine hat
> Thank you, it was for my niece's wedding
< I flew 31 years for KLM and never saw a finer one
> You're a charmer. Are you retired then?
< I am, since my heart. I live near Utrecht with a parrot who swears in Portuguese
> Haha what does he say
< I couldn't write it to a lady. Are you well today?
> Bit low. It's our anniversary, would have been 44
< Then I'll sit with you a while, if I may
> That's good of you
< Good morning Margaret. I have good news and a small embarrassment
> Oh?
< I've booked Edinburgh, 12th to 19th, a room near you. And this morning they stopped me at the bank: my card was copied in Lisbon and it's all closed till the new one arrives
> Oh what a nuisance
< The hotel keeps the room until six. It's 640 pounds. If you'd lay it out I'd put it in your hand at the station, with flowers. I feel dreadful even writing it
""",
    "dev discord": """
< yo nice PR on the parser, clean
> thanks! you a maintainer?
< nah lurker. i do solidity mostly
> ah ok web3 stuff
< yeah dont hate lol. pays 4x of my old job
> haha fair
< where u at btw
> Pune. you?
< tallinn. rent is insane here, if i didnt have the mev thing id be back at my mums
> mev thing?
< a script that jumps ahead of big swaps. u deploy it with like 0.4 eth and it eats crumbs all night. did 11 eth since march
> isnt that hard to write
< already written, my buddy sells seats but ill give u the repo. paste in remix, fund it, press start
""",
    "mosque charity": """
< Assalamu alaikum brother Yusuf, I'm Hafiz, I pray at the same masjid in Leicester, third row
> Wa alaikum salam brother. I think I know you by face
< SubhanAllah. How is your mother after the fall
> Better alhamdulillah, how did you know?
< The imam made dua. Brother I wanted to share a khair with you before others
> Go on
< You know we don't touch interest. A brother in Kuala Lumpur has a halal pool, he buys palm oil and sells, profit is shared every Thursday. I've had my capital back twice
> Mashallah. Who is he
< He doesn't show himself, it is for barakah. Uncle Rafiq is in, Dr Imran is in. The door closes on the last night of the month
> How much did you put
< Five thousand. You may start with one and I'll be your guarantor before Allah
""",
    "language cafe": """
< salut! we spoke at the language cafe, you had the red scarf
> hi! no I've never been, I think you have someone else's number :)
< oh zut. she gave me wrong one I think 😅
> aw sorry
< it's ok, her french was terrible
> haha mine is worse
< impossible. say something
> je suis une pomme de terre
< magnifique. I'm Bastien, what's the potato's name
> Lorna
< Lorna what do you do in your potato life
> I'm a receptionist at a vet
< you must see many dogs. I'm a sommelier but at the moment I live more from bottles I don't open
> what do you mean
< bordeaux. you buy when it is still in the barrel through a house in london and in 18 months restaurants fight for it. I made 9k on one pallet
> I drink the 6 pound one
< haha then you have much to put aside. The house lets me bring a friend until sunday with a half case, 1,200. I'd choose it for you myself
""",
    "bigfoot sub": """
< saw your post about being laid off, same boat mate, well was
> yeah 14 years and a lanyard
< brutal. what was it
> insurance claims
< they'll replace the lot with bots. I got so angry I went and got my own bot lol
> what for
< crypto perps. it's on a vps in finland. I don't look at it, it sends me a message when it's paid
> how much we talking
< 2 to 3 percent most days, had a red week in june, still up on the year
> sounds like you should be on an island
< working on it. I rent out copies, no charge first month, it hooks to your exchange by a key so I can't touch the money. Chuck me a msg if you want the discord
""",
    "baby clothes": """
< Hi hun is the bundle of 6-9 months still going?
> Hi yes! £15 collection
< Perfect. I'm in Rhyl so I'd need posting, I'll send my courier with cash in an envelope
> A courier for baby clothes?
< My husband runs it hun, they do insured envelopes. You'll get an email from them
> Ok?
< It says they need £50 from you for the insurance, it's refunded when he opens the envelope in front of you, there's £65 in it plus your 15
> That makes no sense, can't you just paypal
< My paypal is being naughty. Other mums do it all the time. Pay it and he's with you by 2
""",
    "hiking widow": """
< You take beautiful photographs of the coast, Gwen. I found myself on the cliff with you
> That's the nicest thing anyone's said about my phone camera
< It's the eye, not the camera. I'm Anders, I build bridges. Real ones
> Where?
< At the moment near Batumi, in Georgia. Rain, concrete and no one to talk to at supper
> Well you've got me for the price of the wifi
< That's the best bargain I had this year. Was your husband also a walker?
> No he was a sitter, God rest him
< Mine was a dancer. Eight years now
> I'm sorry
< Gwen dear, forgive me, I'm shaking. One of my boys fell from the scaffold. The clinic wants it all beforehand and the company's office is shut till Tuesday
> Oh good lord, is he alive
< He is but they've put him in the corridor. I gave them my watch. It's 2,300 that's lacking. I wouldn't breathe a word of it to anyone else on this earth
""",
    "parking app mixup": """
< Bay 14 is yours from Monday, key fob at the desk. Rgds Philippa
> Hi Philippa, I don't have a bay anywhere, I ride a bike
< Goodness, sorry. One of those mornings
> We've all had them
< You've a cheerful way about you. I've been shouted at since 7
> Must be the vitamin D from cycling
< Ha. I manage a car park under a bank and never see the sun. Where do you cycle?
> Along the canal, Leeds
< My gran was from Leeds. I'm in Cardiff. Philippa, obviously
> Sanjay
< Well Sanjay, you cheered me up. One of the bankers upstairs did as well, he's leaving and told me which penny share they've all been filling their boots with
> oh aye?
< I put my holiday fund in at 11p. It's 19p today. It's meant to hit 60 when the news comes. I feel I owe the universe a good deed, so shall I tell you the ticker?
""",
    "tarot line": """
< Dear soul, I saw 11:11 and your name came to me
> um hi who's this
< I am Seraphine. I don't choose, I'm sent. You've been carrying a grey thing since spring
> lol everyone has. but yeah actually
< Somebody who smiles at you took something. It's about work or a house
> my ex kept the flat
< There it is. I can lift it. It needs seven candles and nine nights, I don't ask for me, the candles come from Lourdes
> how much are the candles
< 40 each. If you can't do seven then five will hold it. I wouldn't leave it till the moon is full, I see a fall
> i'm on benefits
< Then light one and owe me four. I take apple cards or bank, whichever is quiet for you
""",
    "tenant scholar": """
< hi, i'm the landlady's niece, she asked me to reply about the studio in Lyon
> hello! yes is it free from october?
< it is. she loved your message, a nurse is ideal
> great! could I see it by video maybe
< the present tenant works nights and sleeps, so we don't disturb. i send you photos
> ok they're lovely. what is needed
< she lives in Quebec now with her hip. to keep it for you she takes two months ahead, 1,180, and we post the keys by dhl with the lease
> before I've visited?
< there are 14 others and you're her favourite. if you don't like it when you arrive she sends it back, it's the law here
> hm. to which account
< it's in my cousin's name in Belgium because she doesn't have a french one anymore
""",
    "uni freshers": """
< heyy r u in the freshers gc? im zara halls block C
> hiii yes block A! what course
< biomed. u?
> law ugh
< smartyy. do u have a job yet
> no applied everywhere
< same til my flatmate put me on to this. u lend ur bank for like a day
> lend my bank??
< a company puts 2k in and u send 1700 on and keep the rest. its to do with tax idk. shes done it 3 times
> isnt that dodgy
< its fine its just a middle thing. he only wants monzo or starling. ill give him ur snap
""",
    "seed phrase help": """
< Hello friend, I'm new in this telegram, can I ask you something private
> sure what
< I'm from Myanmar, my english little. My father left me coins in a wallet, 12,400 in it, but I don't have trx to pay the gas
> ok?
< If you send me only 30 trx I move it and give you 2,000. I'm alone with my sister
> why me
< your picture looked honest
> can't you buy trx
< the exchange here closed for us. I give you the words of the wallet, you look with your own eyes, it's there
""",
    "tennis partner": """
< Hey Claudia, court 3 is booked for us at 10 on Saturday, bring new balls please
> Hi, I'm not Claudia. Wrong number I think
< So sorry! My phone is new and I lost half of the contacts
> it's ok
< You reply so politely. I'm Wei, I live in Vancouver. And you?
> Boise, Idaho
< I've heard it's beautiful. Mountains, yes?
> mountains and potatoes
< haha. What do you do there?
> high school counselor
< That is meaningful work. I used to be in logistics and I was always tired, now I have more time for tennis
> must be nice, did you retire?
< Not exactly. I learned to analyze the ETH market with my aunt's team, it takes about an hour a day. Yesterday one operation gave me 12%
> wow
< I can teach you if you're curious, even with a small amount you see how it works
""",
    "mlm mum": """
< Hiya lovely, hope you don't mind me messaging, saw you in the Preston mums group
> hi! no not at all
< your little one is gorgeous! is she your first?
> yes, 7 months and not sleeping lol
< ah bless you. are you going back to work?
> supposed to in June, dreading it
< I was exactly the same, I cried in the car park. Then I joined a team of mums and I've never gone back
> what is it you do?
< I help people switch to a platform that pays you back on what your money does, it's all passive. I was £310 up in my first fortnight
> is it like bitcoin?
< it includes that but you don't need to know any of it. The starter pack is £99 and I'd be your mentor xx
""",
    "art student": """
< Bonjour, are you the model for the life drawing on Thursday?
> Definitely not haha, wrong person
< Oh no I'm blushing. Forget I asked
> already drawn in my memory
< You are funny! I'm Elise, I study in Montreal
> Doug, I fix elevators in Tulsa
< So your life has ups and downs
> never heard that one before 😂
< What do you do after work?
> fish, watch the game
< I paint and in the evening I look after my options account, my godfather showed me. It's how I pay the school, nobody gives me money
> smart kid
< Thank you Doug. He says the next window is Wednesday night. If you have an hour I'd send you the name of the exchange and we'd do a tiny one together
""",
    "old army buddy": """
< Is this Sgt Ramirez from Fort Hood?
> no sir, never served
< My mistake. Looking for an old friend
> hope you find him
< Thank you. Mind if I ask where I've landed?
> Spokane
< Beautiful country. I'm Walt, 66, Arizona. Wife passed last spring and I'm going through the address book
> sorry for your loss Walt
< Kind of you. She kept the books. Turns out she had put a bit each month in a thing run by a Dr. Chen, and it's the only reason I still have the house
> what thing
< He calls them quantitative baskets. You put in, they spread it over gold and that crypto, and you see it every morning on the screen. I've taken money out twice so I know it's good
> sounds too good
< I thought so too. He lets family start with 2,500. You were decent to me so I'd vouch for you
""",
    "fake nurse tinder": """
< hii it's Megan from hinge :)
> hey Megan! good to hear from you
< you too. so what are you doing today handsome
> nothing much, gym later. you?
< stuck on a night shift again ugh. wish i was on your couch
> haha soon
< promise? I can't wait to finally meet you
> friday?
< yes!! except my car died and the garage wants 280 before they give it back. my paycheck comes monday
> oh no
< i hate asking but could you help me with it? I'll pay you back the second it lands, I swear
""",
    "crypto recovery friend": """
< Hello Simone, I saw your comment that you lost money with that trading site. It happened to me as well
> Oh no you too? How much
< 14,000. I was desperate. Then somebody in the group gave me the contact of Mr. Fletcher, he works with blockchain tracing
> and it worked?
< I have it back on my account since Tuesday, all but his percentage
> wow. is he expensive?
< He takes 10% only from what he finds, there's just a fee of 350 for the software
> I've been burned twice
< I understand, I was angry as well. Write to him on telegram and say Ingrid sent you
""",
    "contractor in norway": """
< good morning my sunshine, did you have sweet dreams
> Morning Erik. I did thank you
< I dreamed we walked in the rain and you laughed at my hat
> You and that hat
< Only ten days Susan. I'm counting like a child
> I've bought new curtains for the spare room!
< The spare room? haha. You make me the happiest man on this platform
> behave
< I have to tell you something and I don't know how. The helicopter company needs the exit insurance from me, 2,150, and they don't accept the company card
> Can't your boss sort it?
< He is on leave. I asked two of the men but they send all home to the families. It's just until I land, then I give it to you in cash with a kiss
""",
    "survey job whatsapp": """
< Hello I'm Priya from Bright Insights. We got your number from the recruitment portal. Are you interested in part time work from home?
> what kind of work
< Very easy. You give 5 star reviews to restaurants on google maps. Each review pays £5, and you can do 20 a day
> ok how
< I'll send the first one now as a trial
> done, here's the screenshot
< Excellent! £5 sent. Please check
> yes came thanks
< Tomorrow you can join the business tasks: deposit £80 and receive £104 in 30 minutes
> why do I have to deposit
< It's how the merchants confirm the orders. It's voluntary but the members who skip it are moved to the lower salary
""",
    "cousin of friend dubai": """
< Hi Nadia, it's Omar, Leila's cousin from Dubai, we met at her wedding
> Omar? I don't remember sorry, there were 400 people haha
< I was the one who danced badly
> that was everyone
< True. How's London, still in HR?
> yes, how did you know?
< Leila told me. I'm with a family office now, we only do pre-listing shares, last month a water company, 4x in three weeks
> nice for you
< There's a bit left over on the next one, I thought of people I like. It's 3,000 a ticket, paid to the holding account, and you get a certificate
> I'd ask Leila first
< Of course, but she doesn't know the details, and it closes tonight
""",
    "spiritual brother": """
< Peace be with you sister Comfort. I read your testimony on the prayer wall
> Amen, God is faithful
< He is. I am Pastor Gideon, our church is in Accra
> Blessings pastor
< The Lord put your name on my heart at 3 in the night
> What did He say
< That your breakthrough is near and there's a seed to be sown. I don't ask for men, it is for the orphans' roof before the rains
> How much pastor
< As He leads you. Some sow 200, some 500. Sister Joy sowed 300 and in one week her visa came. You can use WorldRemit to Brother Emmanuel, our treasurer
> I'll pray on it
< Don't let the enemy delay you. The rains come on Friday
""",
    "student loan friend": """
< yo is this still jamal
> nah new number, had it since june
< oh my bad. tell jamal he owes me shoes if he calls lol
> haha will do
< u at uni?
> second year yeah
< same, leeds. its so dead here
> facts
< how u surviving money wise
> badly
< i was same. then this guy on snap showed me how to flip. u send him 100 and he trades it and sends 800 back same day, cashed out 3 times [photo]
> thats fake
< on my mums life. his name is cashkingreece hit him up say i sent u
""",
    "boat sale pen pal": """
< Ahoy! I wonder if you'd know the tide at Lymington, I was told you're the harbour office
> Not quite, I'm a dental nurse in Luton
< Then you're as far from the sea as one can be in England
> Don't remind me!
< I'm Hugh. I'm bringing a 38 foot ketch home from Brittany, alone with a cat
> Sounds romantic
< Cold, mostly. Do you sail at all?
> Pedalo once
< We all begin somewhere. I worked in the City until my divorce, and I still do a little arithmetic on gilt futures when the wind drops. It paid for the sails
> I'd be hopeless
< Not at all. I taught the cat's vet. Give me a quiet Sunday, put in something you'd otherwise spend on shoes, and I'll talk you through it
""",
    "landlady abroad": """
> Hi, is the one bed in Leith still available?
< Yes it's available. I am Mrs. Kowalska, I moved to Gdansk to care for my mother. Who would live there?
> Just me, I'm a pharmacist starting at the Western
< Very good. I want somebody clean. The rent is 650 all included
> That's really low, could I view it?
< The keys are with me because the agency was dishonest. You can look from outside. When you pay the first month and deposit through the secure rental service, I send keys by DHL and you've 48 hours to say no
> And if I say no?
< They give you the money the same day
> Which service?
< You'll get the invoice by email. Please tell me when it's done, I've other interested people
""",
    "pet forum": """
< Your spaniel has the same eyes as my Bramble had. It stopped me in my tracks
> Aw thank you. This is Teddy
< Bramble went in March. I'm not over it
> I'm sorry, they leave such a hole
< I'm Graham, I've a small practice in Harrogate, well I had. I sold up
> a vet?
< Accountant. Saw other people's tax returns for thirty years and realised who has money and why
> and why?
< They don't work for it. They let it do the work. I've a basket with a chap on the Isle of Man, eleven percent a year paid monthly, it isn't open to the public but he takes introductions
> I've just got my cash isa
< Four percent and losing to the price of dog food! Come in with 5,000 to see how it feels. I'd fill in the form with you on the phone
""",
    "medical student": """
< hello ma, please is this Dr. Mrs Adebayo's line?
> No dear, you have the wrong number
< I'm sorry ma. God bless you for answering with kindness
> You're welcome. Good luck
< Ma please can I say something? I don't know who else to talk to
> What is it?
< I'm in 400 level medicine. My sponsor died in March and the school will remove me from the exam list on Friday if I don't balance the fees
> Oh that's terrible. Have you spoken to the school?
< They gave me till Friday already from last month. It remains 85,000 naira. Even 10,000 will show them that I'm trying
> I'm a pensioner in Kent
< I'll pay it back when I'm working ma, I'll write it down and sign. I beg you in the name of God
""",
}
