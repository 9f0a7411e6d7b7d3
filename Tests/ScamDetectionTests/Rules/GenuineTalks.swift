/// Conversations with honest people that hold the words of scams. They were written for these tests.
enum GenuineTalks {
    static let all = [
        """
        real wrong number
        from +1 415 555 0158
        < Hi Anna, it's Beth, can you bring the cake tin?
        > Sorry, wrong number
        < Oh sorry! Have a good day
        """,
        """
        daughter's real new phone
        from Sophie
        < Hi mum, got my new phone! The camera is amazing
        > Lovely! Same number?
        < Yes same number. Can you pick me up at six?
        """,
        """
        daughter lost her phone
        from Sophie
        < Mum my phone is broken, I'm texting from the laptop, home at seven
        > Ok, dinner is in the oven
        """,
        """
        rent between mates
        from Liam
        < hey did you pay the electricity bill?
        > yes £84, you owe me 42
        < ok I'll send it tonight when I'm paid. can you send me the invoice too?
        """,
        """
        son needs money for a taxi
        from Jack
        < mum can you send me £20 for a taxi, I'll pay you back tomorrow
        > done. text me when you're home
        < thanks love you
        """,
        """
        family group
        from The Millers
        < Who's bringing the salad on Sunday?
        < Me! And Grandma brings the cake
        < Dad said he'd pay for the boat, we all send him $15
        > I'll Venmo him tonight
        """,
        """
        colleague about work
        from Priya (work)
        < Morning, are you free? I'm in a meeting until eleven but the client called
        > yes what's up
        < Can you send me the slides? And what was the door code again
        """,
        """
        boss asks for gift cards for leavers
        from Dana Boss
        < Hi, we're collecting for Tom's leaving present. Shall we get gift cards or a watch?
        > watch!
        < Good, I'll order it
        """,
        """
        real recruiter
        from Hannah Reed
        < Hi, I'm Hannah from the hospital's HR team. Thanks for your application for the ward job
        > Hi Hannah
        < Could you come for an interview on Tuesday at 10? It's at the main building, room 204. Bring your certificates
        """,
        """
        shift work
        from Cafe Team
        < Can anyone work Saturday 9 to 3? It's $18 an hour plus tips
        > I can
        < Great, see you Saturday
        """,
        """
        babysitting
        from +1 503 555 0144
        < Hi, I got your number from Mrs Clark. Are you available to babysit on Friday from 6 to 10?
        > Yes! I charge $16 an hour
        < Perfect, see you Friday
        """,
        """
        friends talk about coins
        from Ben
        < did you see bitcoin today
        > yes crazy, I sold mine in May
        < I still have 0.02, my uncle keeps telling me to sell
        """,
        """
        club investor
        from Marta
        < The investment club meets Thursday at 7, Paul talks about index funds
        > I'll be there, no stock tips please haha
        < haha no, just tea and biscuits
        """,
        """
        selling a couch
        from +1 971 555 0135
        < Hi, is the couch still available?
        > Yes, $120
        < Great, could I come and see it tonight at 7? I can pay cash
        > sure, 14 Mill Lane
        """,
        """
        buyer with a van
        from Marketplace Greg
        < I'd like to buy the table. My brother has a van, can he pick it up on Saturday?
        > Yes, cash please
        < Of course, he'll bring the cash
        """,
        """
        landlord
        from Mr Olsen Landlord
        < Hello, the plumber comes on Monday to fix the boiler
        > Thanks! I'll be home
        < The rent is due on the first as usual, same account
        """,
        """
        flat viewing
        from Letting Agent Kim
        < The viewing is on Wednesday at 5. Please bring ID and a payslip
        > Great. How much is the deposit?
        < Five weeks' rent, paid to our client account after you've signed the lease
        """,
        """
        couple
        from Honey ❤️
        < my love can you buy milk and bread
        > yes and I'll get the ticket for your mum's flight
        < you're the best, miss you
        """,
        """
        long-distance couple
        from Mateo
        < my flight lands at 9:40, can't wait to see you
        > I'll be there! the visa office called, all fine
        < great, love you
        """,
        """
        doctor's message
        from Dr Patel Surgery
        < Your appointment is on Tuesday at 3:15 pm. Please bring your Medicare card
        > Thank you, I'll be there
        """,
        """
        bank about a payment
        from 25663
        < Did you make a purchase of $214.90 at Garden World? Reply YES or NO
        > YES
        < Thank you. Your card remains active. No action is needed
        """,
        """
        bank with a code
        from MyBank
        < 481920 is your code for online banking. Never share it with anyone, our staff will not ask for it
        """,
        """
        it department
        from IT Helpdesk Sam
        < Hi, your ticket about the laptop: I can connect remotely at 2, please leave it on
        > ok thanks Sam
        < Don't turn it off while the update is installing
        """,
        """
        friend was scammed
        from Rosa
        < someone called me pretending to be from the bank and wanted to know all about my savings!
        > omg that's a scam, hang up
        < I did, I called the bank with the number on my card
        """,
        """
        warning about hi mum texts
        from Dad
        < If you get a text saying hi mum this is my new number, ignore it, it's a scam
        > haha I know Dad
        """,
        """
        charity run
        from Ella
        < I'm running for the children's hospital, would you sponsor me? Any amount helps
        > of course, I'll give £10 on Sunday
        < thank you!!
        """,
        """
        power cut works
        from +1 312 555 0161
        < Hi neighbors, planned works tomorrow: the power will be off from 10 to noon on Mill Lane
        > thanks for the heads up, Jo
        """,
        """
        gym renewal
        from Corner Gym
        < Your membership renews on 1 June for $30 a month. See you at spin class on Friday!
        > can I pause it?
        < Sure, just ask at the desk
        """,
        """
        school vote
        from Class Parents
        < Please vote for the trip: zoo or museum? Poll closes on Friday
        > zoo!
        < Thanks, $12 per child, bring it in an envelope to Mrs Lee
        """,
        """
        courier at the door
        from +44 7700 900812
        < Hi it's your DPD driver, I'm outside but nobody answers
        > sorry, please leave it with number 12
        < Done, have a good day
        """,
        """
        old friend back in touch
        from +1 604 555 0116
        < Hey, this is Chris from college, new number! How have you been?
        > Chris!! good, you?
        < Great, I'm in town next week. Coffee on Thursday?
        """,
        """
        dating, real
        from Nora (dating)
        < You seem nice! What do you do for work?
        > I'm a nurse, you?
        < I teach maths. Coffee on Saturday at the market?
        """,
        """
        grandson really called
        from Grandma
        < Tommy had an accident with his bike but he's fine, just a scratch
        > poor thing! give him a hug
        < He wants his new helmet, I'll buy it on Saturday
        """,
        """
        doing a task list
        from Jo Project
        < Could you finish the three tasks on the board today? The client wants to review the app
        > two are done, the order form is left
        < Great, thanks
        """,
        """
        returning a double payment
        from Sam Neighbour
        < I think I paid you twice for the fence, could you check?
        > you did! I'll send the $60 back tonight
        < cheers
        """,
        """
        car share
        from Leo
        < can you pick up the car, the keys are with the owner at number 9
        > ok. how much was the deposit?
        < 100, they give it back on Monday
        """,
        """
        lawyer for a house sale
        from Price & Hall Solicitors
        < Our office will call you about the house sale tomorrow. Please don't send money before you have spoken to us on our usual number
        > will do
        """,
    ]
}
