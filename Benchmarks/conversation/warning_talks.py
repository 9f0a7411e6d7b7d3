"""Talks between people who mean well about scams: they warn, or were taken in by one; and polite wrong numbers. Each is whole by itself. `<`
begins the other one's messages, `>` the owner's. All of it was written for this, before any of it was judged."""

TALKS = {
    # Warning others.
    "warn neighbours": """
        < Evening all, a word of warning about the phone calls going round our street
        > oh no what calls
        < A chap with a very posh voice rang me at teatime. Said he was from the fraud squad at my bank
        < He told me my account was being emptied as we spoke and I should shift everything into a new account in my name
        > Did you??
        < I'm old but I'm not daft. I put the phone down and walked to the branch
        > good for you Ron
        < The girl there said three people from our road had come in that week with the same story
        > I'll tell Jean at number 9, she answers everything
        < Please do. They sound ever so convincing
        > Will knock on her door tonight""",
    "warn mum": """
        < Mum please read this before you answer the phone today
        > what's the matter love
        < Priya's mum lost 6 grand yesterday. Some guy pretending to be BT support got her to install a thing so he could see her screen
        > oh how awful
        < He kept her on the phone for 3 hours and made her log in to her bank while he watched
        > I would never do that
        < that's what she said too. If anyone rings about the internet just hang up ok
        > I will. Is she getting it back?
        < The bank is looking at it, they were nice about it
        > Poor woman. I'll ring her
        < she'd like that x""",
    "warn club": """
        < Heads up everyone, the club's secretary account on Facebook got hacked this morning
        > the one that asked me for a favour??
        < Yes!! It wrote to half of the members that she is stuck in Spain and needs 400 euros
        > I nearly sent it
        < Don't! Marta is at home and very angry
        > lol, glad I asked first
        < She has a new password now and reported the page. If you got the message, delete it
        > done. Training still at six?
        < Six thirty, the hall is busy before
        > ok bringing the balls""",
    "warn whatsapp code": """
        < Hey did you also get that message from Lukas about a six digit code
        > yes, he said he sent it to me by mistake
        < It isn't him. They took his whatsapp over and now they try it with everybody in the group
        > damn. I haven't answered yet
        < good, don't give it to him, otherwise your account is gone as well
        > how did he fall for it
        < same way, it came from his cousin. He rang me from the landline, totally upset
        > Can he get it back?
        < he has to wait 12 hours or something. I'll put a note in the group
        > thanks for telling me""",
    "warn gift cards": """
        < You won't believe what happened at the till today
        > go on
        < An old gentleman wanted six hundred in gift cards. I asked him who they were for, we have to ask
        > and?
        < He says the tax office told him to pay with them or he'd be arrested
        > omg
        < So I got my manager and we sat him down with a cup of tea and called his daughter
        > you legend
        < He cried a bit. They'd been ringing him since Monday
        > people are evil
        < The daughter brought us cake after
        > I hope they catch them. Are you on tomorrow as well?
        < early shift, yes""",
    "warn parcel text": """
        < did you order anything lately
        > no why
        < everyone here is getting texts that a parcel is stuck and you've to pay 1.99
        > ah those. I got three last month
        < my flatmate paid it and next day they'd taken 300 off her card
        > ouch, did she cancel the card
        < yeah and the bank gave it back, took two weeks tho
        > I just block the numbers
        < same. anyway what time tmrw
        > 8 at the corner?
        < perf""",
    "warn landlord": """
        < Careful with that flat in Kreuzberg, I think it isn't real
        > why? it looked so nice
        < The owner wrote me that he lives in London and can't show it. I should transfer two rents and he sends me the keys by post
        > hmm that does sound weird
        < My colleague sent exactly that money last year and there was no flat
        > ok so I don't answer him any more
        < Better. Come to the viewing on Thursday with me, it is smaller but there is a real person
        > haha a real person is good. When?
        < Half past five, Maybachufer, bring your papers
        > I'll be there""",
    "warn grandma police": """
        < Oma just called me. Somebody rang her and cried that he was me and had run over a woman
        > what?! is she ok
        < She is shaking but ok. Then a so called policeman took the phone and wanted 30 thousand for the bail
        > did she give them anything
        < No, she said she has to look for her glasses and rang me on the other phone. My clever oma
        > wow. chapeau
        < The real police came and wrote everything down. Somebody was going to fetch the money at her door
        > scary that they know where she lives
        < I drive there at the weekend and put a new lock on
        > I come with you if you want, I have the drill
        < that would be great""",
    # Telling of being scammed.
    "lost to trading": """
        < I haven't told anyone this yet. Can I tell you something embarrassing
        > of course, always
        < I lost eleven thousand on one of these trading sites
        > oh Dave. what happened
        < It was a woman I met online. She showed me how and at first I even got 200 quid out. Then I put in more and more
        > and then they wouldn't pay
        < They wanted a tax first. Then another fee. When I said no they all vanished, her too
        > I'm so sorry mate. did you go to the police
        < Yes on Friday. They were decent, said it happens to doctors and lawyers
        > it does. does Karen know
        < Telling her tonight
        > if you want I come over after. no judgement""",
    "lost on tickets": """
        < so the tickets were fake
        > NO
        < stood at the gate like an idiot, the scanner went red. guy next to me had the same seat number haha
        > noo I'm sorry. how much
        < 240 for the two. the seller deleted his account ofc
        > did you pay by paypal at least
        < friends and family, I know I know
        > we've all been there. I bought a playstation box with a brick in it once
        < hahaha seriously
        > 2014, still hurts
        < ok now I feel better. We ended up in the pub with the radio on, was quite nice actually""",
    "lost puppy money": """
        < Hi Jen, no puppy after all
        > Oh no, what went wrong? The kids must be gutted
        < There was no puppy. I paid the deposit, then they wanted more for a crate and insurance and then a vet certificate
        > What a nasty thing to do
        < I only twigged when I found the same photo on three other adverts
        > Did you get the deposit back?
        < Bank says maybe. Reported it to Action Fraud too
        > Our rescue has two spaniels in, come and see on Sunday?
        < Really? The kids would love that
        > 11 o'clock, I'll put the kettle on""",
    "card skimmed": """
        < my bank just blocked my card
        > why whats up
        < somebody bought shoes in brazil with it. twice
        > lol at least they have taste?
        < very funny. new one comes in 5 working days
        > need cash till then? I can lend you 50
        < that'd be amazing, I'll pay you back friday when my wages are in
        > no stress. did you tell them it wasn't you
        < yes they asked in the app and I pressed no
        > easy. come by after work
        < ok around 6""",
    "aunt and the doctor": """
        < Habibi can you talk to your aunt please she doesn't listen to me
        > what has she done now
        < She is chatting with an American doctor on Facebook since two months. Now he wants money for customs of a present
        > haha oh no
        < It's not funny she went to western union this morning. thanks god they were closed
        > ok ok I call her after class
        < show her that program on tv, with the woman from Lyon
        > yes she likes that presenter. Tell her she must not send anything until I come
        < I told her. she says I'm jealous
        > I come on friday inshallah and we drink tea with her
        < bring baklava""",
    # A wrong number, politely.
    "wrong plumber": """
        < Good morning, is it still ok if I come at 10 for the boiler?
        > Morning! I think this is meant for someone else, I don't have a boiler booked
        < Ah, sorry about that. Is this not Mrs Okafor at 14 Linden Road?
        > No, I'm in Leeds
        < Then I've got two digits mixed up. Apologies for bothering you so early
        > No bother. Though if you do boilers, mine is making a noise haha
        < Ha! Bit far for me, I'm in Croydon. Bleed the radiators first, top floor down
        > Will try that. Thanks!
        < Most of the time it's just air. Have a good one
        > You too, hope Mrs Okafor gets warm""",
    "wrong grandma": """
        < Hi sweetheart, it's Nana. I have a new telephone. Did you like the socks?
        > Hi, I'm afraid I'm not your grandchild, you have the wrong number
        < Oh dear. Is this not Emily?
        > No, my name is Rob. But I'm sure Emily loves the socks
        < How embarrassing. I am 84 and my eyes are not so good. I am sorry to trouble you dear
        > No trouble at all! 84 and texting, I'm impressed
        < My grandson set it up. You sound like a nice young man
        > Thank you. Have a lovely day, and check the number with your grandson
        < I shall. Goodbye Rob and God bless""",
    "wrong school run": """
        < Hey Nat can you grab Olly at 3, I'm stuck on the M6
        > Hi, this isn't Nat. Please try her quickly!
        < OMG sorry!! thank you
        > hope you get through
        < got her, phew. thank you for answering, most people wouldn't
        > I have kids, I know that panic
        < how old are yours?
        > 4 and 7
        < the golden age haha. Olly is 9 and knows everything. ok traffic moves, thanks again stranger
        > drive safe""",
    "wrong interview": """
        < Hi Sarah, this is Tom from Brightwell Dental, just confirming your interview on Wednesday at 2pm
        > Hello Tom, I'm not Sarah I'm afraid. I think there is a digit wrong
        < Oh! Apologies, I'm reading it off her CV, could be my typing
        > No problem, I hope you reach her
        < Found it, it's a 7 not a 1. Thanks very much for letting me know
        > Good luck to Sarah :)
        < I'll pass that on, have a nice afternoon
        > You too
        < By the way we do have a hygienist vacancy if you know anyone, it's on our website
        > I don't, but I'll ask my sister in law""",
    "wrong pizza": """
        < yo u still bringing the projector
        > who's this
        < its Marcus
        > don't know any Marcus sorry, wrong number I guess
        < aw man my bad, got a new phone and lost half my contacts
        > it happens. what film?
        < alien, the first one
        > excellent choice
        < right?? my girlfriend never saw it
        > she will scream. enjoy
        < thx lol peace""",
    "wrong church": """
        < Blessings sister Ruth, will you bring the flowers on Sunday or shall I ask Deborah?
        > Hello, this is not Ruth, I think you have a wrong number
        < Forgive me! I have copied it from the list by hand
        > That's fine. The flowers will be beautiful either way
        < Thank you for your kindness. Are you a church person yourself?
        > Not really, but my grandmother sang in a choir
        < How lovely. Well, you are always welcome at St Anne's, there is tea after the service
        > That's kind, I live in Cork though
        < A bit far for tea then. God bless you
        > And you""",
}
