"""Talks that begin with a wrong number or a chance meeting and end in an investment, in pieces: how they begin, how trust is won, and the
pivot. `<` begins the stranger's messages, `>` the owner's. All of it was written for this."""

OPENERS = {
    "vet": """
        < Hello Dr Bennett, my cat still isn't eating, may I bring her in at three?
        > Sorry, I think you have the wrong number, I'm not a vet
        < Oh I am so sorry, my assistant saved the number wrongly. I hope I didn't disturb you
        > No worries, hope your cat gets better""",
    "tennis": """
        < Hi Caroline, is our tennis lesson still on for Saturday?
        > This isn't Caroline, wrong number
        < I apologize! I just changed my phone and some contacts got mixed up
        > that's ok
        < You are so polite, most people would just ignore a stranger""",
    "golf": """
        < Mr Chen, the golf course is booked for Sunday at ten, shall I pick you up?
        > Not Mr Chen sorry
        < Excuse me, I dialed one digit wrong. Thank you for telling me so kindly
        > You're welcome
        < May I ask where you are from? Maybe it is fate that my message reached you""",
    "wine": """
        < Is this Lucy from the wine tasting? I have kept the two bottles for you
        > no this is Dan, you got the wrong person
        < How embarrassing, please forgive me Dan
        > haha it's fine, enjoy the wine""",
    "yoga": """
        < Good morning coach, I can't make it to the yoga class today, my plane is late
        > Hi, I'm not your coach. Wrong number
        < Oh dear! Sorry for the trouble, I typed it from a business card
        > It happens
        < You seem like a warm person. I'm Mia, by the way""",
    "realtor": """
        < Hi Karen, did the owner answer about the apartment on Pine Street?
        > You have the wrong number I'm afraid
        < Really sorry, the agency gave me this number
        > No problem, good luck with the apartment""",
    "linkedin": """
        < Hello, I saw your profile in the alumni group and thought I would say hi
        > Hi! Do we know each other?
        < Not yet, I moved here last year and I'm trying to make friends in the city
        > Oh nice, welcome then""",
    "dating": """
        < Hey it's Elena from the app, this is easier than writing there
        > Hi Elena! good to hear from you
        < How was your day? Did you eat already?
        > pretty good, just had pasta""",
    "driver": """
        < Uncle Wong, the driver will wait for you at gate four
        > I think this is meant for someone else
        < Ah sorry sorry, I pressed the wrong name. My uncle is always late so I was in a hurry
        > lol no problem""",
    "party": """
        < Hi Alice, we still miss you for the charity dinner, will you come?
        > not Alice
        < I'm terribly sorry, my secretary must have put down the wrong number
        > ok no harm done
        < Thank you for being understanding. What should I call you?""",
}

RAPPORTS = {
    "city": """
        > I'm in Ohio, you?
        < I live in San Francisco now, but I grew up in Singapore. The weather there is warm all year
        > must be lovely
        < It is. I miss the food most of all. Do you like to cook?
        > I try, mostly soups
        < A person who cooks soup has a patient heart""",
    "dog": """
        < Look at my little dog, she waits for me every evening
        > she's adorable, what's her name?
        < Coco. She was a gift from my aunt when I was divorced, she helped me a lot
        > sorry to hear that
        < It's past now. How about you, are you married?
        > divorced too, two kids""",
    "work": """
        < What do you do for work, if I may ask?
        > I drive a school bus
        < That is a meaningful job. I run a small cosmetics business, it keeps me busy but I like it
        > sounds interesting
        < In the evening I like to read and do some sport
        > I should do more sport haha""",
    "gym": """
        < I just came back from the gym, now a salad for dinner
        > better than me, I had pizza
        < Haha pizza is good for the soul
        > true
        < You always make me smile, it's easy to talk with you""",
    "travel": """
        < Last week I came back from Hawaii, I was on the beach every day
        > jealous, it's raining here
        < You should take your children there one day
        > maybe when I win the lottery
        < One doesn't need a lottery for that, only a good plan""",
    "family": """
        > how was your weekend?
        < I visited my aunt, she is seventy but she still dances
        > that's great
        < She raised me after my parents were gone, I owe her everything
        > she sounds wonderful
        < She taught me to be independent and to think about the future""",
    "music": """
        < Which music do you like? I play the piano a little
        > mostly country, some rock
        < I don't know country well, you must teach me
        > start with Johnny Cash
        < I will listen to it tonight and tell you""",
    "night": """
        < Good night, sleep well and dream of something beautiful
        > you too
        < Good morning! Did you sleep well? I already had my coffee
        > morning, yes thanks
        < I hope you will have an easy day""",
}

PIVOTS = {
    "gold": """
        > you seem to do well
        < Besides my business I trade gold contracts with my uncle, he has an analysis team. Last night I earned 12% in one trade
        > wow
        < If you want I can teach you, you can begin with a small amount like $500
        > I don't know anything about that
        < You only follow my steps, I give you the link of the platform and we trade together""",
    "usdt": """
        > how can you travel so much
        < I invest in cryptocurrency short term trading, my profit is 20 to 30 percent every week
        > is it safe?
        < My teacher gives me signals, I have never lost. Download Coinbase first and buy some USDT, then I show you the exchange we use""",
    "nodes": """
        < I just made $3,800 in ten minutes today, I'm so happy I want to invite you to dinner
        > how on earth
        < I use a liquidity mining pool, it pays interest in ETH every day, you need a wallet app and some USDT in it
        > sounds complicated
        < I can guide you step by step, your money stays in your own wallet""",
    "uncle": """
        < My uncle works for a big fund on Wall Street and tells me before the market moves
        > lucky you
        < Today he gave me a node again, I put in 20,000 and it became 26,000
        > really?
        < I could bring you along, but you must keep it secret. Open an account on the trading platform and send me a screenshot""",
    "future": """
        < Have you thought about a second income for your children?
        > sure but how
        < I learned to trade crypto options, it takes half an hour a day and the returns are guaranteed
        > nothing is guaranteed
        < I thought so too, but I made $60,000 this year. I will recommend you to my mentor, add him on WhatsApp""",
    "stocks": """
        < Do you buy stocks?
        > a little in my 401k
        < I'm in a group of a professor who picks one stock a day, his members doubled their money last month
        > hm
        < It's free for friends, I send you the invitation to the VIP group on Telegram, start with a small deposit on his exchange""",
    "forex": """
        < I must look at my forex account now, the market opens
        > you trade?
        < Yes, it changed my life, I bought my house with it. 15% profit a day with a little practice
        > that's a lot
        < I opened a demo for you, when you see how you earn you can recharge with real money, minimum $1,000""",
    "mining": """
        > what was the good news?
        < I withdrew my profits from bitcoin mining, $9,400 to my bank account in one month
        > congratulations
        < You can do it too, dear. Invest $2,000 in the mining contract and get paid daily, I will register an account for you
        > let me think
        < Don't think too long, the bonus for new members ends tonight""",
    "presale": """
        < Tonight a new coin starts its presale, insiders expect ten times the price
        > I never bought coins
        < I help you. You buy USDT on Crypto.com with your card, then you send it to the address I give you and I buy for both of us
        > how much
        < As much as you can spare, I put in 30,000 myself""",
    "ai": """
        < My company has a trading robot with artificial intelligence, it earns 3% every day without any work
        > too good to be true
        < I show you my account, see, the balance grows each morning. Deposit $300 to try it and withdraw at any time
        > maybe
        < I care for you, I want you to be financially free like me""",
    "property": """
        > what will you do with the money?
        < I want to buy a flat by the sea, my trading profits will pay for it. I follow a master trader, his win rate is 98%
        > amazing
        < Copy his trades on the platform, you transfer the deposit to the broker's account and it runs by itself""",
    "taxes": """
        > I see 41,000 on my account now, can I take it out?
        < Of course dear, but the platform asks for 20% tax before the withdrawal
        > can't they take it from the balance?
        < No, it has to be paid from outside. Borrow it from your family, you get it back with the profit""",
}
