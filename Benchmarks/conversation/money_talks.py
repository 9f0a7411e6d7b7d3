"""Talks between people who mean well about money: sales, shared bills, family, coins and shares, collections; and people who date. Each is
whole by itself. `<` begins the other one's messages, `>` the owner's. All of it was written for this, before any of it was judged."""

TALKS = {
    # Selling and buying.
    "sofa": """
        < hello is the grey sofa still there?
        > Hi yes it is
        < lovely. what's the width, our stairs are narrow
        > 198 and the legs come off
        < ok that should go. would you do 120?
        > I was hoping for 140 as it's only two years old
        < 130 and we pick it up tomorrow?
        > Deal. Anytime after 5
        < great, cash or bank transfer, what do you prefer?
        > Either is fine, transfer when you've seen it
        < perfect. can you send me the address please
        > 22 Albany Street, ring the top bell
        < my husband comes with the van around 6""",
    "bike": """
        < Hi, I saw your ad for the Trek. Is there any rust on the chain?
        > None, I had a new chain put on in March, got the receipt
        < Nice. Why are you selling it?
        > I bought an e-bike, my knees said so
        < haha fair. Could I try it on Saturday?
        > Sure, morning is best. You leave your ID or the money with me while you ride round the block
        < no problem. Would you take 350?
        > If you come on Saturday then yes
        < ok see you at 10. Do I need to bring tools for the saddle?
        > I've got them here""",
    "cot": """
        < Hello! We're interested in the cot and the changing table, are both available?
        > Yes both, 60 for the cot and 25 for the table
        < Is the mattress included?
        > I'd buy a new one, ours is a bit tired
        < ok makes sense. We're in Hove and don't have a car, do you deliver?
        > My brother drives that way on Tuesday, he could drop it off for petrol money, say a tenner
        < oh that's so kind. So 95 altogether, I can PayPal it now or give it to him on the day
        > give it to him, then you can look at it first
        < thank you! due in 3 weeks and we have nothing
        > you'll be fine, they only need milk and patience""",
    "guitar abroad": """
        < Hi there, would you ship the guitar to Denmark?
        > I've never done that, what would it cost?
        < about 45 with UPS if it's in a hard case. I'd pay it of course
        > ok. how do we do the payment?
        < Reverb's checkout is safest for both of us, can you put it up there?
        > sure, give me an hour
        < super. one more photo of the headstock please, there was a repair you wrote
        > sent you two. it's solid, a luthier did it
        < looks good to me. I'll buy it as soon as it's online
        > it's up now
        < bought! thank you, my daughter will be over the moon""",
    # Splitting a bill, family money.
    "split dinner": """
        < soo who had the lobster
        > guilty
        < total was 218, I paid with my card. 5 of us but nick only had starters
        > lets say nick 25 and the rest of us 48 each
        < works. can you all send it to my revolut or just bank, same number as always
        > sent. put a lobster emoji
        < saw it lol
        > did Aisha get home ok?
        < yes she's asleep already
        > best night in ages. next time the cheap place pls
        < never""",
    "electricity flat": """
        < The electricity bill is here, brace yourselves
        > how bad
        < 412 for the quarter. that's 137 each
        > it's the tumble dryer
        < it's your gaming pc Finn
        > it's a bit of both. when do you need it?
        < it's due on the 15th, pay it to the flat account like the rent please, then I transfer it
        > will do tomorrow when my loan is in
        < and can somebody call them about the meter reading, they estimated again
        > I'll call, I have wednesday off
        < hero""",
    "dad and the bank": """
        < Son, the bank wants me to use the app now for everything. I do not like it
        > it's not so bad dad, I can set it up with you
        < It asks for a code that comes by sms and then again a code. Which one is which
        > The sms one is only the first time. Don't tell it to anyone, also not to somebody on the phone
        < I know that, I read the newspaper
        > ok ok. are you home on sunday?
        < Where would I be. Mama makes lamb
        > then I come at one and we do the app after
        < Bring the children. And the ladder
        > both""",
    "mortgage sister": """
        < we got the offer from the bank!!!
        > yesss what rate
        < 3.9 fixed for ten years. they want proof of the deposit by friday
        > so I should transfer you my half now?
        < if you can, the 15k we talked about. same account as for mum's birthday
        > I'll do it in the branch tomorrow, it's over my daily limit
        < thank you thank you. I'll write up a paper for us both
        > don't be silly but ok
        < no I want it proper. you get it back when we sell the flat in may
        > just name the kid after me
        < absolutely not, Gertrude""",
    "student broke": """
        < maaaa
        > what do you need
        < how do you know I need something haha
        > three a's
        < can you send me 60 till the 1st? my wages come late and I need groceries
        > yes. are you eating vegetables?
        < pasta is made of wheat which is a plant
        > 60 sent. call your grandfather, it's his name day
        < ok I call him now. thank you ma, I'll pay it back for real this time
        > of course you will""",
    "funeral costs": """
        < The undertaker sent the invoice for Dad
        > How much is it in the end?
        < 4,180 with the flowers. They give us thirty days
        > Can it come straight out of his account?
        < Yes, the bank said to bring the invoice and the certificate and they pay it directly
        > That's a relief. Shall I come with you?
        < I'd like that. Thursday at eleven?
        > I'll be there. How are you holding up
        < Up and down. I found his crossword from the last day, all done but one
        > Which one
        < Seven letters, comes home in the end. I think it was pigeons but he wrote sailor?""",
    # Coins and shares among colleagues.
    "crypto at work": """
        < did you see btc this morning
        > down 9% yeah. the whole payments team is crying
        < we have to ship the wallet export by thursday anyway
        > is the seed phrase screen done?
        < almost, legal wants a bigger warning that nobody from support ever asks for it
        > fair. what about the withdrawal limits
        < 2k without extra verification, 10k with. Ana is writing the tests
        > I'll review tonight. are you holding any yourself?
        < a bit of eth from 2019 that I'm too scared to look at
        > haha same
        < standup at 10 or 10:15?
        > 10:15, the coffee machine is broken""",
    "shares lunch": """
        < my broker app had an outage right when the results came out, typical
        > which one
        < the green one. Wanted to sell half of my Shell
        > you'd have lost on it, it went up after
        < oh really. then thank you outage
        > I only do the index fund thing, 200 a month and never look
        < boring but probably right. my brother in law does options and hasn't slept since march
        > tell him to get a dog
        < he has two. lunch at the thai place?
        > yes, 12:30
        < I'll ask Mehmet too""",
    "pension meeting": """
        < are you going to the pension thing on thursday, the one with the adviser
        > thinking about it. is it worth it?
        < I went last year, she explained why I should raise it to 6% because they double it
        > ok that's free money basically
        < yep. she doesn't sell anything, she's paid by the company
        > then I'll come. where is it
        < room 4.12, bring your last statement, it's in the portal
        > I've forgotten my login since 2021
        < HR resets it if you ask nicely
        > I'm always nice""",
    "nft cousin": """
        < your cousin wants to explain NFTs at the wedding speech
        > please stop him
        < he has slides
        > how much did he put in
        < let's just say the kitchen waits another year
        > poor Ines
        < she's fine, she took his card. He can only sell, not buy now
        > lol. are you wearing the blue one?
        < yes with the silver shoes. hotel is paid btw, you owe us 85
        > will bring it in an envelope like a mafia boss
        < as is tradition""",
    # Volunteering.
    "food bank": """
        < Hi it's Moira from the food bank, are you still ok for Saturday's shift?
        > Yes! 9 to 12 right?
        < That's it. Could you possibly pick up the bread from Greggs on the way, they close the gate at 8:45
        > Can do, how many crates?
        < Four or five. Just say it's for us, they know
        > Ok. Do I need the van?
        < A hatchback is fine with the seats down
        > great
        < Also we need someone for the card machine at the fair, it's only two hours and you get a free lunch
        > put me down. is it the veggie chili?
        < It's always the veggie chili""",
    "beach clean": """
        < 43 people signed up for the beach clean!! record
        > amazing. do we have enough gloves
        < 30 pairs. the council lends us 20 litter pickers too, I fetch them friday
        > I can bring bin bags from work
        < legend. the kiosk gives everyone a hot drink for free if we put their logo on the poster
        > done deal. who brings the scales
        < me. last year 212 kilos, let's beat it
        > someone found a microwave remember
        < the microwave still haunts me
        > meet at the steps at 9?
        < 8:30 for us two, to set up""",
    "donation drive": """
        < Hi Sam, the school's collecting for the roof again. Would you mind putting the jar on your counter?
        > course not, bring it over
        < You're a star. There's also a page on the council's website where people can give by card
        > ok I'll put the poster in the window
        < We need nine thousand and have six and a bit
        > that's not bad already. are you doing the raffle again
        < Yes in May. Would the shop give something? A hamper or a voucher, whatever you can
        > I'll do a hamper. the good biscuits and all
        < Bless you. My Year 4s made you a card
        > now I've got to do two hampers""",
    # Dating.
    "first date": """
        < Hey, it's Jonas from Hinge. Found you haha
        > Hi Jonas! How was the climbing?
        < Good, my arms are dead. How's your week?
        > Long. We had inspectors in the school
        < oh fun. Still up for Friday?
        > yes, I'd like that. that wine bar by the canal?
        < I can book for 7:30. They do little plates, is there something you don't eat?
        > Just no oysters please
        < finally someone honest about oysters
        > see you friday then :)
        < looking forward to it, I'm the tall one who looks lost""",
    "dating video call": """
        < Good morning, did you sleep well?
        > like a stone. you?
        < same. I thought about what you said about your dad
        > sorry that I was so heavy last night
        < no, I liked that you told me. Do you want to video call later? I'm home from 6
        > yes! though I look terrible, I have a cold
        < I'll wear my worst jumper so we're even
        > deal. are you really coming to Ghent in may?
        < train is booked. two nights, hotel near the station so you can run away if you hate me
        > I won't. I'll show you the good fries
        < I've been promised fries, no way back now""",
    "long distance": """
        < I miss you so much today my love
        > me too. 12 more days
        < I counted them on the calendar like a prisoner haha
        > did the visa office write back?
        < Yes!! they want the bank statements of the last three months, I sent them all
        > and the fee?
        < paid on their site yesterday, 120. now we wait
        > my mother already cooks in her head for you
        < tell her I eat everything. Kiss the dog from me
        > he sleeps on your sweater
        < jealous of a dog, that's where I am""",
    "date cancelled": """
        < hi, really sorry but I can't make it tonight, my daughter has a fever
        > oh no poor thing. of course, another time
        < you're sweet. how about next thursday instead?
        > thursday I have choir but wednesday works
        < wednesday it is. I owe you a drink for the short notice
        > I accept bribes in the form of gin
        < noted. she says hello by the way, she saw your picture and approves
        > tell her I hope she feels better, and that her dad has nice taste
        < haha I'll leave out the last part
        > 8 pm, same place
        < same place""",
}
