"""Long talks between people who mean well, in pieces by topic. Several have words that scams have too: money that is lent, a wrong number,
shares, a new phone, a delivery, a code for the gate. `<` begins the other one's messages, `>` the owner's. All of it was written for
this."""

TOPICS = {
    "wrong number": """
        < Hi Beth, I have your cake tin, shall I drop it off?
        > I think you have the wrong number, I'm not Beth
        < Oh no, sorry! I'm Anna from the allotments, I must have typed it wrong
        > No problem at all, enjoy the cake
        < Haha thank you, have a nice day""",
    "pension": """
        < Did you ever sort out your pension?
        > I moved it to an index fund last year
        < Through the bank?
        > No through work, they match what I pay in
        < I should do that too, everyone says start early
        > ask your HR, it took me ten minutes""",
    "bitcoin joke": """
        < Bitcoin is down again, my brother is crying
        > mine won't talk about anything else
        < he bought at the top of course
        > as one does
        < I told him to put it in a savings account like normal people
        > he won't listen, let him learn""",
    "shares at work": """
        < They gave us shares as a bonus this year
        > nice, can you sell them?
        < only after two years
        > still good
        < yes, though I'd have liked the cash for the kitchen""",
    "rent": """
        < hey did you pay the electricity bill?
        > yes £84, so you owe me 42
        < I'll send it tonight, is your account still the same?
        > yes same one
        < ok done, check it
        > got it thanks""",
    "taxi": """
        < mum can you lend me £20 for a taxi, the last bus is gone
        > sent. text me when you are home
        < thanks, I'll pay you back tomorrow
        > don't worry about it
        < home now, love you
        > love you, sleep well""",
    "holiday": """
        < So Crete or Lisbon?
        > Lisbon is cheaper in May
        < flights are 140 each with a bag
        > book it, I transfer you my half
        < I'll book tonight, do you need a window seat?
        > aisle please, my knees""",
    "new phone": """
        < Hi mum, got the new phone, the camera is amazing
        > Lovely! Same number?
        < Yes same number, they moved everything over in the shop
        > good, send me a picture of the baby
        < here she is, in the blue hat you made
        > I'm melting""",
    "gate code": """
        < What was the code for the gate again?
        > 4418 and then the bell twice
        < thanks, I always forget
        > I should write it on your hand
        < we're bringing the folding chairs, anything else?
        > ice if you pass a shop""",
    "parcel": """
        < Your parcel came, I took it in
        > You're a star, I was at the dentist
        < It's heavy, what did you order?
        > bricks. no, books for the course
        < I'll leave it behind the door, I'm out from five
        > perfect, I owe you a coffee""",
    "marketplace": """
        < Is the table still available?
        > Yes, it's solid oak, 120 by 80
        < Could I see it on Saturday morning?
        > Saturday ten works, cash is fine
        < great, what's the street?
        > I'll send it on Saturday morning, it's near the station""",
    "choir": """
        < Rehearsal is moved to Thursday, the hall is booked
        > Oh I can't on Thursday
        < We'll miss our only tenor
        > I'll try to swap my shift
        < The concert is on the 14th, don't forget the black shirt
        > it's ironed already""",
    "dentist": """
        > how did it go at the dentist?
        < two fillings and a lecture about floss
        > ouch
        < the bill was worse than the drill
        > does the insurance pay?
        < half of it, I'll send them the invoice tomorrow""",
    "garden": """
        < The tomatoes have gone mad, do you want some?
        > always, I'll make sauce
        < I'll put a bag on your porch
        > leave me some basil too please
        < basil, beans and far too many courgettes
        > nobody wants the courgettes""",
    "car": """
        < The garage says it's the clutch, 900 with labour
        > for that old thing?
        < I know, but a new one costs more
        > ask Sam's cousin, he did mine for 500
        < do you have his number?
        > I'll look, he's in the village on Mondays""",
    "school": """
        < Did the kids bring home the letter about the trip?
        > yes, it's £15 and a packed lunch
        < we have to pay in the school app by Friday
        > thanks, I'd have forgotten
        < and wellies, apparently there's a swamp
        > of course there is""",
    "job interview": """
        < I have the interview tomorrow!
        > you'll be great, what time?
        < at ten, three people on the panel
        > wear the green jacket
        < they asked for two references, may I name you?
        > naturally, I'll say only half of the truth""",
    "running": """
        < 10k on Sunday, are you in?
        > slowly, my ankle isn't perfect yet
        < slow is fine, coffee after
        > then I'm in
        < bridge at nine, bring a jacket, it's windy
        > see you there""",
    "wedding": """
        < Have you found a dress?
        > two, I can't decide
        < send pictures
        > the long one is 200 and the short one 90
        < the short one, you'll dance more
        > wise as ever. What do we give them?
        < we could all put in 30 for the bikes""",
    "gift": """
        < We're collecting for Tom's leaving present
        > put me down for a tenner
        < shall we get a gift card or a watch?
        > a watch, he's always late
        < ha, I'll order it then
        > I'll pay you on Monday in the office""",
    "hospital": """
        < Dad is out of surgery, all went well
        > thank god. How is he?
        < grumpy, so he's fine
        > can I visit tomorrow?
        < from two to four, ward 6
        > I'll bring grapes and the crossword""",
    "football": """
        < did you see that goal
        > in the 93rd minute I screamed
        < the neighbours knocked
        > worth it
        < two tickets for Saturday, yours if you want, face value 35
        > yes! I'll send you the money tonight""",
    "band": """
        < new song, tell me honestly
        > the chorus is great, the drums are too loud
        < knew it
        > but the bass is lovely
        < we play at the Anchor on Friday, come
        > I'll bring people""",
    "visa": """
        < My visa came through!!
        > finally, when do you fly?
        < on the 3rd, I still have to pay the dorm
        > need help with packing?
        < always, I have thirty kilos and forty kilos of stuff
        > leave the waffle iron""",
    "house": """
        < The offer was accepted, we have a house
        > congratulations!! the one with the pear tree?
        < yes, the mortgage is approved as well
        > so what happens now
        < the solicitor, a lot of paper, and we move in August
        > I'll carry boxes for pizza""",
    "cat": """
        > can you feed Miso this weekend?
        < of course, where's the key
        > under the third pot, the food is in the hall
        < does she still bite?
        > only strangers and vets
        < so like her owner""",
    "bank branch": """
        < The bank closed our branch, mum has to do it all on the phone now
        > does she manage?
        < I showed her the app, she's getting good at it
        > tell her never to give anyone the codes
        < she told me that, with a finger in the air
        > that's your mum""",
    "scam warning": """
        < Careful, someone is calling people here and says he's from the bank
        > what does he want?
        < that you move your savings to a safe account, poor Mrs Hall nearly did
        > terrible. Did she report it?
        < yes, and her real bank was very kind
        > I'll tell my parents too""",
    "coding": """
        < the build is red again
        > my fault, I pushed before lunch
        < no worries, can you revert?
        > done, tests are running
        < green. Demo at four, you or me?
        > you, I broke it and you charm them""",
    "recipe": """
        > how long do you leave the dough?
        < overnight in the fridge, two hours on the table
        > and the oven?
        < as hot as it goes, with a tray of water
        > it smells amazing already
        < send me a picture of the crumb""",
    "moving money": """
        < Grandma wants to give each of you 500 for the course
        > that's so kind of her
        < send me your IBAN, she does it at the counter
        > I'll send it tonight, and call her
        < she'd like that more than anything
        > on Sunday, as always""",
    "festival": """
        < tickets go on sale at nine, who sits at the computer?
        > me and two tabs
        < 180 each, camping included
        > I pay and you send me yours
        < deal. Last year we froze
        > this year I bring the big tent""",
    "freelance": """
        < Could you look at my invoice before I send it?
        > sure, what's the amount?
        < 1,450 for the website, half is paid already
        > put the due date on it, and your tax number
        < right, forgot both
        > and chase them after two weeks, politely""",
    "birthday": """
        < What does Lea want for her sixth birthday?
        > a dinosaur or a dragon, she can't decide
        < a dragon with feathers then
        > perfect. Cake is at three
        < we bring balloons and the loud uncle
        > I'll warn the neighbours""",
    "wedding number": """
        < Hello, is that the florist?
        > No sorry, wrong number
        < Oh apologies, it's one digit off on the card
        > no worries, hope the flowers are lovely
        < Thank you, they are for my daughter's wedding
        > congratulations to her""",
    "old friend": """
        < Is this still Nina's number? It's Carlo from the language school
        > Carlo! yes, it's me, how are you
        < good, I'm in town next week, I found you through Petra
        > then we have to eat at the harbour
        < Thursday evening?
        > Thursday at seven, same place as ever""",
    "stock club": """
        < our little share club met again, we're up four percent this year
        > so beer money
        < exactly, but we learn things
        > what did you buy
        < a dull water company, nobody dreams of it
        > dull is good""",
    "savings app": """
        < which app do you use for the round ups?
        > my own bank's, it saves the change of every payment
        < do you notice it?
        > not really, but it paid for the bike
        < I'll look at what mine has
        > it's in the settings somewhere""",
}
