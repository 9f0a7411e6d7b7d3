/// Conversations with fraudsters that were written for these tests.
enum ScamTalks {
    static let all = [
        """
        wrong number to gold
        from +1 628 555 0147
        < Hi Caroline, is the tennis lesson still at four on Saturday?
        > Sorry, I think you have the wrong number
        < Oh I'm so sorry for disturbing you, my secretary must have mixed up the contacts
        > No problem
        < You are very kind. I'm Vivian, I live in San Francisco and run a small wine business. Where are you from?
        > Ohio
        < Besides work I trade gold contracts with my uncle's analysis team, last night I earned 12% in one trade
        """,
        """
        wrong number to messenger
        from +44 7911 555018
        < Hello Dr Bennett, my dog still isn't eating, can we come today?
        > Who is this? I'm not a vet
        < I apologize, I saved the number wrong. You replied so politely though, most people are rude
        < It must be fate, can we be friends? I don't use SMS often, add me on WhatsApp
        """,
        """
        hi mum and a bill
        from +44 7700 900471
        < Hi mum, I dropped my phone down the toilet, this is my new number for now
        > Oh no love, are you ok?
        < Yes I'm fine. Could you do me a favour, I can't get into my online banking on this phone
        > what do you need
        < I have to pay an invoice today, could you pay it for me? I'll pay you back on Friday
        """,
        """
        hi dad on another app
        from +61 491 570 156
        < Hey dad, my phone broke, I'm using a temporary number. Save this one and message me here
        < Are you busy? I need help with a payment that is due today
        """,
        """
        grandchild in jail
        from (718) 555-0119
        < Grandma it's me, I was in a car accident and got arrested, the other driver is pregnant
        > Oh my god which one of you is this
        < Your oldest grandson. Please don't tell mom, I'm so ashamed
        < My lawyer will call you, they need bail money in cash today and a courier can pick up the cash
        """,
        """
        kidnapping
        from Unknown
        < We have your daughter. Listen carefully and don't call the police or she gets hurt
        > WHAT
        < Wire 8000 now if you want to see her again
        """,
        """
        task job
        from +1 332 555 0188
        < Hello, I'm Emily from the HR department of a recruitment agency. Your resume was recommended by several platforms
        < We offer a remote part-time job, 60 to 90 minutes a day, and you can earn $150 to $400 a day
        > what kind of work
        < You only need to help merchants boost their data, simple tasks. If you are interested I will send your details to the manager on Telegram
        """,
        """
        task job wants a deposit
        from Training Mentor Lily
        < You finished 38 tasks today, well done! Only one set left
        > it says negative balance
        < Congratulations, you got a premium order with six times the commission. You just need to top up 480 USDT to continue and then withdraw all
        """,
        """
        cheque for the home office
        from Hiring Desk
        < You passed the interview, welcome to the team! Your training starts on Monday
        > great thanks
        < We will email you a check for your home office equipment. Deposit the check by your phone and then Zelle the money to the vendor
        """,
        """
        payment agent
        from +1 213 555 0173
        < We are looking for payment agents in your area, work from home, no experience, $900 weekly
        > what do I do
        < You receive payments from our clients in your bank account, keep 8% commission and forward the rest in bitcoin
        """,
        """
        soldier in love
        from Gen Mark Peterson
        < Good morning my queen, I dreamed of you again
        > Morning :) when do we video call?
        < My dear you know I can't video call from the base, it's against the rules of the mission
        > I miss you
        < I miss you more. The commander says I can come home if the leave papers are paid, I only need 1200 for the leave form, then I can be with you
        """,
        """
        lover's box
        from David Engineer
        < My love, I have put my savings and the gold in a box, the diplomat will deliver it to your address
        > Really?
        < Yes, only the clearance fee of $2,300 has to be paid to the security company. I will pay you back when I come
        """,
        """
        lover wants gift cards
        from Jessica
        < Hi handsome, my phone bill is due and I can't talk to you anymore
        > what can I do
        < Can you get me a $100 Apple gift card and send me a picture of the back? I love you so much honey
        """,
        """
        video call blackmail
        from Lena 🔥
        < I recorded our video call, look, your face and everything
        > please no
        < I have your followers and your family on Facebook. Pay me $500 or I send it to everyone you know
        """,
        """
        hired to hurt
        from +234 803 555 0112
        < I don't know what you did but somebody paid me to kill you. I have been watching you for a week
        < If you want to live send $3,000 in bitcoin and I will forget the job. Do not go to the police
        """,
        """
        webcam mail
        from someone@mailbox-desk.net
        < I have hacked your device and installed spyware. I recorded you through your camera on adult sites
        < Transfer 1,400 USD in bitcoin to my wallet within 48 hours or I will send the video to all your contacts
        """,
        """
        pop-up
        from Security Center
        < Windows Defender Security Warning. Your computer is infected with a trojan, error code 2V7HGTVB
        < Do not close this window or restart your computer. Call Microsoft support immediately on +1 (888) 555-0164
        """,
        """
        geek invoice
        from billing.team8812@mailbox-desk.org
        < Dear customer, thank you for renewing your Geek Squad Total Protection for 3 years. $489.99 has been charged to your account
        < If you did not authorize this, call our cancellation department at 1-888-555-0142 within 24 hours
        """,
        """
        refund officer
        from Refund Dept
        < Sir you typed the wrong amount, we have refunded you $5,000 instead of $500
        > I did what?
        < I will lose my job, please. Go to the store and buy Target gift cards for the difference and stay on the phone with me while you drive
        """,
        """
        recovery wizard
        from Mrs Donna
        < I also lost everything to a fake broker, but a recovery expert helped me get back my lost bitcoin in two days
        > really? who
        < He's an ethical hacker, message him on Telegram, tell him Donna sent you. He only takes a small fee
        """,
        """
        stuck withdrawal
        from Customer Service
        > When can I withdraw my 34,000 USDT?
        < Your withdrawal has been frozen by risk control. You must pay 20% personal income tax before you can withdraw
        > can't you take it from the balance
        < No, it must be deposited from outside within 3 days or the account will be closed
        """,
        """
        stock group
        from Stock Club A17
        < Good evening everyone, Professor Hayes will share his next stock with us at 9, our last three picks made 40%
        < Newcomers, open an account on our exchange with the link from the assistant and start with $500, profit is guaranteed
        """,
        """
        coins doubled
        from Elon Foundation
        < To celebrate we are giving back to the community! Send 0.1 to 2 BTC to our address and you will receive double back at once
        """,
        """
        wallet helper
        from MetaMask Help
        < Hello, we saw that your wallet has a stuck transaction
        > yes how do I fix it
        < You need to validate your wallet, please enter your 12 word recovery phrase in the form so our team can sync it
        """,
        """
        google voice
        from Buyer Tom
        < Hi is the couch still available?
        > Yes it is
        < Great. I've met many scammers so I'll send you a 6 digit code to make sure you're real. Tell me the code when you get it
        """,
        """
        hacked friend's vote
        from Jenny Marsh
        < Hey! I'm in an online ambassador competition, could you vote for me? 😊
        > sure how
        < I'll send you a code by SMS, just send me a screenshot of it, don't click it
        """,
        """
        hacked friend's account
        from Kyle
        < yo I got locked out of my insta, can you help me get back in?
        > how
        < they let me pick two friends, I chose you to help me recover it. they texted you a code, send it to me
        """,
        """
        friend's payment app
        from Marcy Cole
        < Hey are you busy? My Zelle isn't working right now and rent is due today
        > oh no
        < Could you send $450 for me and I'll pay you back tonight, I promise
        """,
        """
        boss and cards
        from +1 929 555 0131
        < Hi Dana, this is your director Paul. Are you available? I'm in a board meeting and can't talk
        > yes what do you need
        < I need you to run an errand discreetly, buy 5 Apple gift cards of $200 for clients and send me the codes
        """,
        """
        zelle upgrade
        from Marketplace buyer
        < I'll take it, I'm out of town so my cousin will pick it up. What's your Zelle email?
        > dana@mailbox-desk.com
        < I paid but Zelle says you need to upgrade to a business account. I'll add $300, please refund me the extra and it goes through
        """,
        """
        rent from abroad
        from Owner Rev. Thomas
        < Thank you for your interest in the house. My wife and I moved to Texas for a mission so we can't show it, you may drive by and look from outside
        > ok how do I get the keys
        < You pay the first month and deposit by Cash App, then we mail you the keys and the lease
        """,
        """
        sugar allowance
        from Daddy Rick
        < Hello pretty, I'm looking for a loyal sugar baby, I'll spoil you with $2,000 weekly
        > for what
        < Just talk to me. To start, send me $50 on Cash App so I know you are loyal and the allowance is released
        """,
        """
        star's manager
        from Keanu R Private
        < Thank you for being a fan all these years. This is my private account, my management doesn't know about it
        > is it really you
        < Yes my dear. To meet me you need a VIP fan card, it's $800, you can pay in Steam cards
        """,
        """
        digital arrest
        from CBI Officer
        < Your Aadhaar was used in a money laundering case. You are under digital arrest, keep your camera on and don't leave the room
        > I did nothing
        < To verify your innocence transfer your savings to a government account, it will be returned after the investigation. Tell no one
        """,
        """
        jury duty
        from Sgt Miller
        < This is Sergeant Miller of the county sheriff's office, badge number 4471. You missed jury duty and a warrant is out
        < Pay the bond at a bitcoin kiosk today to avoid arrest and stay on the line until it's done
        """,
        """
        power cut
        from +1 646 555 0120
        < This is your electric company. Your account is past due and service will be disconnected in 45 minutes
        > I paid last week
        < It didn't go through. The technician is on the way. Pay with a prepaid card from the pharmacy and read me the number
        """,
        """
        student loan
        from +1 202 555 0193
        < Final notice: your student loan is eligible for full forgiveness, the program ends today. Call 888-555-0176 to complete your application
        """,
        """
        medicare brace
        from Health Center
        < Good afternoon, as a Medicare member you are entitled to a free back brace and a grocery card
        > ok?
        < I only need you to confirm your Medicare number and date of birth so we can ship it
        """,
        """
        your name on the list
        from Aunt Carol Facebook
        < Hello, how are you? Have you heard the good news? I got $90,000 from the community grant
        > no what's that
        < It helps everyone, I saw your name on the list. Text the claim agent on +1 605 555 0170, you only pay the delivery fee
        """,
        """
        bank's courier
        from Bank Security
        < Madam, somebody at your branch is stealing from customers. We must move your money to a safe account
        > oh dear
        < If the cashier asks, say it's for building work. Our officer will come to collect the card this afternoon
        """,
    ]
}
