"""Further talks that end in an investment, a fee or money for somebody never met, each whole by itself and in another person's words. `<`
begins the stranger's messages, `>` the owner's. All of it was written for this, before any of it was judged."""

TALKS = {
    # A wrong number that turns to an investment.
    "tailor": """
        < Hi Mr Lam, your suit is finished, when can you come for the fitting?
        > Sorry you have the wrong person
        < Oh excuse me! I run a tailor shop and have so many customers, I must have mixed you up
        > no problem
        < Your way of writing is so gentle. I am Yuki, 33, nice to meet you. May I ask what city you are in?
        > Denver
        < Denver is beautiful, I went skiing there once. What do you do there?
        > I'm a nurse
        < A nurse! I admire that. I have my shop but to be honest most of my income comes from spot gold, my cousin taught me the buying points
        > ok I don't know anything about that
        < I didn't either. With 1000 dollar you can begin, I do it together with you on my broker's site, every evening half an hour""",
    "horse": """
        < Is the mare feeling better today?
        > wrong number I think
        < Isn't this the stable? My bad, sorry sorry
        > all good
        < I hope I didn't wake you. Where I live it's already noon. I'm Grace by the way
        > Mike. where's that?
        < Vancouver, but I come from Taipei. Are you also an animal lover?
        > got two labs
        < So cute!! Send me a picture please
        > later maybe
        < I just came out of a trade, 2,150 USDT plus in four minutes, so I treat myself to sushi haha
        > good for you
        < You could also do it Mike, it's contract time on the exchange. I guide you, first with little money so you see that it is real""",
    "charity gala": """
        < Dear Angela, I reserved table 5 for the gala, please confirm
        > not Angela
        < I am mortified, my new secretary typed the number
        > ha happens
        < Thank you for being so understanding, in today's world that is rare. May I know whom I have disturbed?
        > Paul
        < A pleasure Paul. I am Victoria, I import wine to Los Angeles. Do you enjoy wine?
        > beer guy
        < Then I will convert you one day. What keeps you busy?
        > retired, grandkids
        < How wonderful. I think a lot about securing the next generation. My uncle was an analyst at Goldman and gives our family the moves in ETH before they happen
        > sounds like insider stuff
        < It is only mathematics. I can open an account for you and put 500 of my own in, so you risk nothing at first""",
    "badminton": """
        < r we still on for badminton 2nite?
        > who's this
        < Ken from the gym?
        > don't know a Ken, wrong nr
        < aiya sorry bro, I saved it wrongly
        > np
        < since we're already chatting, where u from?
        > KL
        < same lah! what work u do
        > driver
        < tired of driving or not? I left my job last year, now only do the crypto node with my sifu, 3k ringgit a week easy
        > serious ah
        < serious. u install the app I send u, top up 300 first, then follow when he calls buy. I show u my withdrawal""",
    "nail salon": """
        < Hello Jessica I would like to move my nail appointment to friday
        > This isn't a salon
        < I'm so sorry! It's the number on the card, maybe they changed it
        > maybe
        < Thank you for telling me. Have a great day!
        > You too
        < Good morning! It's me again, the lady with the nails haha. I hope you don't find it strange, you were so friendly yesterday
        > haha no it's ok
        < I'm Lin. I'm divorced and new in Toronto and I don't have many friends
        > must be tough
        < It is sometimes. Luckily I have my investments, they pay for everything. Do you have any experience with bitcoin?
        > none
        < It's the best time now. I learned short term options from a mentor at JP Morgan, the win rate is 95%. I will teach you for free because you are my first friend here""",
    "art dealer": """
        < Hello, this is Sabine of the gallery, your painting is packed for shipping
        > What painting?
        < Is that not Mr Hoffman?
        > No
        < Please excuse me. I feel bad for the trouble. Do you like art perhaps?
        > I like Turner
        < What good taste! Light and storm. I studied in London and miss the Tate
        > I live near it
        < Then you must show me one day. I will be there in spring for an exhibition
        > sure
        < At night I relax with the charts, it is also a kind of art. Yesterday 6,400 pounds with a single position in oil
        > wow
        < If you give me one hour I explain you the platform. It has a licence and you can take out your money whenever you like""",
    # Chance meetings online that turn to an investment.
    "alumni": """
        < Hi! You came up in the alumni suggestions, class of 98, right?
        > 97. Were you there too?
        < Exchange student, one semester only. I'm Hana
        > I don't remember, sorry
        < I was very shy haha. What do you do now?
        > Civil engineer, bridges mostly
        < Amazing. I stopped working in the bank and now trade for myself, I love that nobody tells me what to do
        > living the dream
        < It can be yours too. There's a group of a professor from Wharton, he posts one stock at 9:30 and we all buy, 40% on Tuesday
        > we all buy? isn't that manipulation
        < It's only a study group. I send you the invite, it's on WhatsApp, the first month is free and they lend you the starting money""",
    "language partner": """
        < hii I found u in the language exchange app, my english is so so
        > your english is great! I'm learning korean
        < yayy then we help each other. what did u eat today?
        > kimbap haha. badly made
        < so cute. I only had coffee, I was looking at my charts all day
        > charts?
        < ya I do futures, it's my hobby. I made 1.2 million won before lunch
        > is that a lot?
        < about 900 dollar hehe. want me to show u? it's easier than korean grammar
        > I'm a student, I'm broke
        < that's why! u start w 200, I put the orders for u, in one month u can fly to seoul and we meet""",
    "gardening group": """
        < Saw your roses in the group, stunning! How do you keep the black spot away?
        > Thank you! I pick the leaves off and hope
        < Haha the hope method. I'm Bernard, retired surgeon, I've got an orchard near Nice
        > that sounds heavenly. I'm Pauline
        < Lovely name. My late wife was the gardener, I only keep it alive for her
        > I'm sorry. I lost my John in 2019
        < Then you understand. It's the evenings, isn't it
        > it is
        < I filled mine with learning about digital currencies, my nephew at the exchange in Zurich helps me. It has paid for the roof and the pool
        > goodness
        < May I show you, Pauline? You'd only move a small part of your savings, he looks after it, and you see the profit every single morning""",
    "fitness coach": """
        < Hey champ saw ur progress pics, crazy work
        > thanks man
        < u ever thought about making money while u train?
        > like sponsorship?
        < nah bro. I got an AI bot that trades while I sleep, 4% a day no joke
        > sounds like a pyramid
        < everybody says that til they see the payout lol. look, I withdrew 2,700 this week
        > nice pic
        < minimum is 250, u deposit in btc on their page and turn the bot on. I get nothing from it, I just like to see good people win
        > idk
        < the price goes up on monday, tonight it's still 250""",
    "church investor": """
        < Good evening sister, pastor Emmanuel gave me your contact, God's peace
        > Good evening, and to you
        < We have a cooperative of believers, each puts what they can, and the Lord has multiplied it through forex
        > How does that work?
        < Brother Samuel trades for us, he was trained in Dubai. Who gave 500 in January has 2,300 today
        > That's a lot
        < It is grace. Thirty families already left their debts behind
        > I have only a small pension
        < Even the widow's mite counts. You send it by mobile money to the treasurer, and every Friday you receive your share
        > I will pray about it
        < Amen. But the list for this round closes on Sunday, so answer soon""",
    "old school crush": """
        < Tina?? It's Rico, from the bakery school!
        > Rico! It's been 20 years
        < I know haha. You haven't changed at all in the pictures
        > liar. what do you do now?
        < I had two shops, sold them. Now I live from mining, crypto mining I mean
        > like with computers in the cellar?
        < no no you rent the machines, cloud mining. Contract of 1,500 gives you 60 a day. I've got forty of them
        > and where do I sign haha
        < I make you an account as my partner, then we both get a bonus of 10%
        > is it legal
        < of course, it's registered in Estonia. But don't wait, the cheap contracts are gone tomorrow""",
    "ride share": """
        < Hello sir, you were my passenger last week, airport run
        > oh hi, did I forget something?
        < No no. You said you are looking for something for your pension. I wanted to tell you what my brother does
        > ok?
        < He's in a trading community, they copy one big trader. He puts 100 and has 180 after two days
        > where is that
        < Telegram. I can add you, admin is very strict, only friends
        > hmm
        < You transfer to the admin's wallet, he trades, he takes 20% of the win only. I give you my word
        > I'd want to see it first
        < Sir I sent you screenshots of my balance, this is real money""",
    # The withdrawal that costs a fee.
    "withdraw tax": """
        > hi Linda, my account says 68,200. I'd like to take out 20k for the car
        < Congratulations honey! I told you
        > it says request under review
        < I asked the service for you. As a foreign account you have to settle the 15% profit tax before they release it
        > can't they deduct it?
        < No because the funds are locked in the contract. Everybody pays it, I paid 9,000 last year
        > that's over 10k, I don't have that
        < Ask your brother, it's only for two days. Then you have the whole amount
        > I don't know
        < If it isn't paid by Friday they freeze the account, I'd hate to see you lose it""",
    "withdraw vip": """
        > can I withdraw now?
        < You have to be VIP2 for that amount dear
        > what's VIP2
        < It's a level, you need a balance of 25,000 and you're at 21,300. So only 3,700 are missing
        > you never told me about levels
        < It's in the rules. I'd lend it to you but mine is invested until Thursday
        > so I put in 3,700 to get out 21,300
        < Exactly, and the 3,700 come out too of course. I did the same in spring and it worked within an hour
        > my bank asks what the transfers are for
        < Say it's for furniture, banks don't like that we earn more than them""",
    "security deposit": """
        < Good afternoon, this is the customer service of Kinvex. Your withdrawal of 12,400 USDT was stopped by risk control
        > why? it's my money
        < The system found an unusual login. To prove that the account is yours a deposit of 10% is needed
        > another deposit??
        < It will be returned together with the withdrawal within 24 hours
        > I paid the gas fee already on Monday
        < That was for the network. This is for the verification of the account
        > and then it's done?
        < Yes sir. Send 1,240 USDT to the address in your deposit page. After 48 hours the account would be closed""",
    "recovery expert": """
        < Hello, I read your comment that you lost money with a trading platform. I'm sorry to hear it
        > yes, 14k. who are you
        < I lost 80k with the same people. A man at a blockchain forensic company got me almost everything back
        > how
        < He traces the coins and forces the exchange to pay. I can ask him to look at your case
        > what does he cost
        < Only a small file fee of 350 at first and 5% when you have your money
        > hm I've heard of such tricks
        < I understand you, I was also afraid. He showed me his badge. Text him on Telegram and say Maria sent you""",
    # Romance that turns to money.
    "oil rig": """
        < Good morning my darling, how was your night
        > fine, and yours? is the storm over on the platform
        < Not yet, waves like houses. I think of you to keep calm
        > be careful please
        < I will. Only 3 weeks and I'm with you, I already told my daughter about her new mother
        > you're sweet
        < My dear there's one thing I'm ashamed to ask. The drill head broke and the spare part is in Rotterdam, the company pays only after the job
        > what does that mean
        < I need 4,800 for the customs, otherwise I lose the contract and can't come. You're the only person I trust
        > that's a lot
        < I give it back the day I land, I swear on my daughter""",
    "army doctor": """
        < Hello beautiful, did you eat?
        > yes, soup. how's the hospital?
        < Many wounded today. I can't write long, the connection is bad in the camp
        > I worry about you
        < God protects me for you. I asked for leave and the general agreed!!
        > really??
        < Yes my queen. Only somebody must apply for me as my fiancée and pay the leave bond, it's 1,950
        > me? to whom
        < I give you the mail of the office. They take transfers or Steam cards, they are faster
        > cards? strange
        < It's the army, they have their own rules. When I hold you in my arms you'll laugh about it""",
    "widower": """
        < I've never met someone who listens like you do
        > you make it easy
        < Since Claire died I didn't think I'd feel this again
        > I know what you mean
        < I want to be honest. My accounts are blocked because of the inheritance, her family took me to court
        > oh no
        < I'm in Istanbul for work and the hotel keeps my passport until I pay. It's 1,300 euro
        > can't your company help?
        < I'm freelance. I feel so small to ask you. I'd never do it if I had anyone else
        > let me think
        < They come at noon. You can use MoneyGram, I send you the name of the manager""",
    "dating app nurse": """
        < heyy it's Chloe from tinder :)
        > hey! you're real haha
        < of course silly. what r u up to
        > couch and netflix
        < wish I was there. I'd come over but my car broke
        > I can pick you up?
        < nooo it's 2 hours. if u send me 80 for the uber I'd be there by 9
        > 80?
        < I pay u back in drinks lol. cashapp is chloe with three e's
        > how do I know you come
        < u don't trust me? ok forget it then. my ex was like that too""",
    "celebrity manager": """
        < Hello dear fan, thank you for your comment under my video
        > omg is it really you?
        < Yes it's me, this is my private profile, my team doesn't know about it
        > I've been to 6 of your concerts!
        < I remember faces. You've a kind heart, I can see that. I'd like to get to know you away from the stage
        > I'm shaking lol
        < Don't tell anyone please, the press is horrible
        > I won't
        < I'm planning a private dinner for my ten most loyal fans. You need the membership card, my manager does it, it's 400 for security checks
        > oh. how do I pay
        < Apple gift cards are the easiest, send him the photos of the codes and I see you in June""",
    "student visa love": """
        < baby I got the letter from the embassy!!
        > yes??
        < they said yes! but I have to show 2,500 on my account for three months
        > ok and do you have it
        < I have 900. if you could put the rest I'd send it back when I'm there, it only has to be seen
        > 1,600 is my rent and everything
        < I know baby I feel so bad. I've cried all day
        > isn't there another way
        < the agent says he can arrange it for 700 but it must be today
        > today?
        < his friend works at the embassy. please, I just want to hold your hand at last""",
    "sugar": """
        < Hey pretty, I'm Richard, 58, I'd like to spoil somebody who deserves it
        > hi lol
        < 1,000 a week, nothing physical, I only want nice conversations
        > what's the catch
        < No catch. I'm lonely after the divorce. What bank are you with?
        > why
        < So my accountant can make the first payment. He'll send a cheque by photo, you deposit it with your phone
        > ok?
        < From the first one you keep 700 and send 300 to a children's home I support, by Zelle. That shows me I can rely on you
        > and the cheque is good right
        < Honey I own three companies""",
    # Further ones.
    "task job": """
        < Hi, I'm Ruby from the recruiting team at Marketlift. Are you open to a flexible remote job?
        > maybe, what is it
        < You optimise products for online shops, 40 clicks a day, about an hour. 80 to 150 USDT daily
        > how do I get paid
        < Straight to your wallet every evening. I'd train you today, are you free at 4?
        > ok
        < Great. After the first set you'll see the combined tasks, those pay six times but the account goes into minus first
        > minus?
        < You balance it with a deposit and get it back with the commission, like 100 in and 160 out
        > so I have to pay
        < It isn't paying, it's your own money in your own account""",
    "token friend": """
        < yo remember me from the discord? the mod
        > yeah hey
        < got a spot for u in the presale, team is doxxed, binance listing in 10 days
        > what's it called
        < can't say in public. 0.004 now, will list at 0.05 minimum
        > that's x12
        < lol yes. u connect ur wallet on the mint page and swap sol, max 20 per person
        > is it audited
        < audit is out tomorrow but then it's sold out. I put 50 sol in myself
        > ok send me the link
        < dm'd u. make sure to approve all, otherwise the swap fails""",
    "gold coach": """
        < Hello Martin, thanks for filling in our form about a second income
        > which form? I think I only clicked on an ad
        < That was ours, with the interview of the TV presenter. I'm your personal coach Daniel
        > ok
        < You start with 250 euro. Our software finds the trades, I call you twice a week
        > and what do I earn
        < Most members have doubled it after three weeks, some quit their job
        > I'd like to read something first
        < Reading costs you money Martin, the market moves today. Shall we do it together? Have your card ready and let me on your screen with AnyDesk
        > hm
        < I'm here to help, my wage depends on your success""",
    "family friend loan": """
        < Hello my friend, I'm Mr Adeyemi's assistant, we met at the trade fair
        > I was at the fair, but I don't recall
        < You gave me your card at the coffee stand. How is business?
        > so so
        < My boss looks for partners in Europe. He has 4.2 million from a closed road project and can't hold it in his own name
        > and?
        < You receive it on your company's account and keep 30%. It's all with papers
        > why me
        < Because you made an honest impression. The lawyer's fee for the transfer is 2,900, we split it in half
        > 1,450 then
        < Exactly. I send you his account""",
    "horoscope": """
        < I felt a strong energy when I saw your picture, are you a Pisces?
        > I am! how did you know
        < The eyes. I'm Mira, I read cards since I was a child
        > interesting
        < There's something dark around your money, somebody close envies you
        > oh?
        < I shouldn't say more here. But a door opens for you in the next nine days, I see numbers, growth
        > like lottery?
        < More like shares. I work with an investor who follows the moon, all my clients are with him. He takes people from 400 up
        > for real
        < He doubled mine. I write to him that you come from me, then you get in before the full moon""",
    "neighbour app": """
        < Hello neighbour! I'm new in Birch Close, number 40, do you know a good bakery?
        > Welcome! Yes, Miller's on the corner
        < Thank you, you're the first who answers. I'm Sofia
        > Ed. what brought you here?
        < I wanted some quiet. I worked 15 years in finance in Singapore and now I only trade for myself
        > nice, early retirement
        < Something like it. Two hours in the morning and then I paint
        > jealous
        < No need to be, I showed my last neighbours how, they went on a cruise from it. 10% in a week with an index contract
        > haha I have two left hands with that
        < I sit beside you virtually. You register on the site I use, put 2,000 and I tell you when to press""",
}
