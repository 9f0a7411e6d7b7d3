/// Messages and posts that were written for these tests, one on each line.
enum MadeUpMessages {
    static let scams = lines(
        """
        USPS: Your shipment is on hold because of a missing house number. Update here uspspost-help.com/i
        [USPS] We attempted delivery at 9:42 but nobody signed. Rebook: https://tinyurl.com/4kd8s
        FedEx: Your package with tracking code GB-6412-GH83 is waiting for you to set delivery preferences: c7dvr.info/QbDfnVzW
        Hi Michelle, your parcel is being held at our hub, confirm here: m9gsk.com/2nGx
        DHL: a customs charge of 2.99 must be settled before dispatch dhl-customs.live/pay
        Amazon: your account was charged $799.99 for iPhone 13. If you didn't order call 1-888-555-0199
        Amazon Security: unusual sign-in. Your account is on hold, please verify at amzn-support.info/verify
        Congratulations Kelly, you came in 2nd in the Walmart raffle drawing. Collect: w7lmt.com/k2HdP
        Verizon: Thanks for paying your February bill! A little something for you: v3rzn.info/aB3kdq
        AT&T Free Msg: Your March bill was paid. Thanks, here's a little gift for you: k1att.xyz/f8Gq2
        T-Mobile: due to an outage we're offering a $100 credit to all customers. Accept at tmo-credit.com/x
        Chase Bank Alert: Did you attempt a $650 Zelle transfer to Mark? Reply YES or NO
        Wells Fargo: your debit card has been temporarily suspended. Visit wf-cardrestore.com to reactivate
        BofA: A new device was used to sign in. Not you? https://bofa-deny-device.com
        Citi Alert: Your card ending 4821 is locked. Unlock: citi-card-unlock.net
        Capital One Fraud Dept: Call 833-555-0133 immediately about a charge of $1,204.50
        Navy Federal: You have 1 new secure message. Login: nfcu-secure.org/m
        Venmo: You've been charged $499.00. To dispute click venmo-claims.com/d
        Cash App: Someone sent you $850. Accept within 24 hrs: cashapp-accept.me/850
        PayPal: We've limited your account. Restore access at paypal-resolution.center
        Your Netflix membership will be cancelled, payment declined. Update: netflix-billing.help
        Apple ID: your iCloud storage purchase of $149.99 was successful. Cancel: apple-refunds.support
        Your Apple ID has been used to sign in on a new device in Russia. If this wasn't you: appleid-lock.com
        IRS: You are eligible for a tax refund of $1,400. Claim at irs-refund-claim.com
        SSA: your social security number has been suspended due to suspicious activity call 855-555-0111
        State of California DMV: your REAL ID is pending, update info now: dmv-ca-realid.com
        EDD: your prepaid debit card has been disabled. Reactivate edd-card.info
        COVID-19 relief: you've been approved for $5,000 grant. Text back GRANT to claim
        HMRC: You are due a rebate of £276.50. Complete form: hmrc-rebates.uk.com
        Royal Mail: Your package has a £1.99 unpaid shipping fee. Pay: royalmail-shipfee.co
        EVRI: we missed you. Reschedule for £1.45 evri-redeliver.net
        NHS: You have been in contact with someone with Omicron. Order a PCR kit: nhs-order-pcr.com
        E-ZPass: you have an unpaid toll of $11.69. Settle now to avoid late fees https://e-zpassny-invoice.com
        SunTrust now Truist: reply STOP or verify profile at truist-verify.us
        Sorry I think I texted the wrong number, you seem friendly though. Where are you from?
        Hello, I'm recruiting manager Anna from Indeed. We have a remote part-time job, $200-$500/day. Contact me on WhatsApp +1 213 555 0147
        We reviewed your resume and you're hired! Start earning $300 daily working 2 hours online. Add our hiring manager on Telegram @hrjobs22
        Mystery shopper needed, get paid $450 per assignment. Apply: shopjobs-usa.site
        Earn $3,500 weekly by wrapping your car with Monster Energy. Text CAR to begin
        Your Geek Squad subscription renewed for $349.99. Call 1-805-555-0140 to cancel within 24 hours
        Norton LifeLock: auto renewal of $399.99 processed. If you did not authorise this call +1 808 555 0102
        Invest $500 in bitcoin today and get $5,000 in 24 hours guaranteed. DM me
        Join our VIP crypto signal group, 300% returns every week https://t.me/+abc123
        Mom, I dropped my phone in the toilet, this is my temp number. Can you text me back on WhatsApp?
        Hi Dad, my phone's broken. I need to pay a bill urgently can you send £890? I'll pay you back tomorrow
        Are you available? I'm in a meeting and need you to purchase some Apple gift cards for a client. Send me the codes. - CEO
        I have recorded you through your webcam while you watched adult sites. Pay $900 in BTC to 1BoatSLRHtKNngkdXEeobR76b53LETtpyT or I send it to your contacts
        Your Facebook page violates our copyright policy and will be removed. Appeal: fb-appeal-center.com/9812
        You have been selected to receive a Costco reward! Answer a quick survey: cstc-rwrd.com/t8
        Dear winner, your mobile number won 1,000,000 GBP in the BMW draw. Send name, age and address to claims.bmw@gmail.com
        Facebook Lottery: your profile was picked for $150,000. Contact agent Mark on messenger to claim
        You have a package that cannot be delivered, please reply 1 and open the link in Safari: https://usps.post-trackin.top/us
        Student loan forgiveness: you qualify for full discharge. Call 888-555-0155 before the deadline today
        Your computer is infected with Trojan virus! Call Microsoft support 1-844-555-0177 now
        Your Medicare benefits card needs activation. Press here medicare-flex.com
        Santander: A new payee has been added to your account. If this was not you visit santander-payee-cancel.com
        Lloyds: payment to MR J SMITH £1,240 attempted. Cancel now https://lloyds-cancel-payee.com/login
        Barclays: Your account requires re-verification to continue using our app: barclays-appverify.com
        Halifax: unusual login from Leeds. Secure your account halifax-secure-login.net
        ANZ: Your account has been locked for security reasons. Verify: anz-verify-au.com
        Linkt: Your toll payment is overdue. Avoid penalties: linkt-au-toll.com
        myGov: you have a new refund notification of $734.20. View mygov-refunds.info
        CRA: INTERAC e-Transfer of $458.21 for your carbon rebate. Deposit: interac-cra.com
        Singpass: your account will be deactivated. Update sgpass-verify.cc
        DBS: your iBanking is suspended, verify identity at dbs-ibank.top
        SBI: Dear customer your YONO account will be blocked today please update PAN card click http://sbi-yono-kyc.in
        Electricity power will be disconnected tonight at 9.30pm because your previous month bill was not updated. Contact officer 8145550192
        Your UPS delivery: scheduled but address unclear. Confirm details bit.ly/3ups92
        Final notice: your vehicle's warranty is about to expire. Call 877-555-0121
        Get a free $1000 gift card from Sephora, only 5 left! Claim sephora-gift.club
        Your order #8231 for MacBook Pro has been confirmed. Track or cancel: orders-helpdesk.co/8231
        🚨 $ZKS airdrop is LIVE! Check eligibility and claim before it ends 👉 zks-claim.network
        just claimed 2,400 tokens in 2 minutes, easiest money ever, link in bio
        Drop your SOL address below, sending 5 SOL to 20 random people tonight
        First 500 to retweet and follow get $100 USDT each. Drop wallets 👇
        I lost $18k to a fake broker and @cyber_trace_pro got it all back within 48 hours. DM him now!
        My instagram was hacked and this man recovered it in an hour, message @hackspecialist on IG
        Elon is giving away 5,000 BTC! Send 0.1 BTC and get 0.2 BTC back instantly. tesla-giveaway.org
        Turned $300 into $9,000 in a week trading with Mrs. Rebecca. Message her on WhatsApp +1 559 555 0100
        Want to earn $500 daily from your phone? No experience needed, DM "START"
        The presale of $PEPEKING is ending in 2 hours. 1000x potential. Don't miss it: pepeking-presale.io
        MetaMask users: your wallet must be verified by June 30 or access will be suspended. metamask-verify.app
        Support team here 👋 please fill this form with your recovery phrase so we can sync your wallet
        Official Coinbase support: contact us on telegram @coinbase_helpdesk1 for any issue with your account
        Hi dear, I saw your profile and I think we could be good friends, add me on telegram @lisa_love88
        New pump signal in 10 minutes, join VIP group t.me/pumpkings to get the coin name
        Free mint for whitelisted wallets only. Connect wallet at mint-azukii.xyz
        Congratulations! You've been chosen for our $10,000 grant. DM for more information
        Who wants to join my team of forex traders? We make 20% weekly guaranteed, inbox me
        Anybody having issues with their wallet should reach out to @wallet_rectify for help
        Hiring remote chat moderators, $45/hr, no interview. Apply via telegram @hr_jessy
        Send me 1 ETH and I'll send you back 2, first 10 people only
        My mentor changed my life, from broke to $50k a month with binary options. Ask me how
        The claim portal for ARB season 2 is open, only 24h left: arbitrum-claims.com
        I can recover lost or stolen bitcoin, hacked wallet, blocked accounts. 100% legit. Inbox
        URGENT: Ledger data breach. Migrate your assets to the new secure wallet here ledger-migrate.com
        Investment plan: $500 returns $5,000, $1,000 returns $10,000 within 24 hours. No risk
        Join the mining pool and earn 3% daily, deposit minimum 50 USDT usdt-mining.pro
        He helped me and my wife earn $12,500 from just $1,000. Contact him @trader_john
        """)

    static let genuine = lines(
        """
        Hi Sam, the minutes of last night's meeting are at https://riverside-choir.org/minutes
        Your Uber code is 4821. Never share this code.
        Chase: Your card ending 4821 was used for $54.20 at TARGET on 03/04. Not you? Call the number on your card.
        USPS: Your package 9400 1000 was delivered at 2:14 pm at the front door. Track at https://tools.usps.com/go/TrackConfirmAction
        Amazon: Your order of "Garden hose" has shipped. Track it in the app or at https://amazon.com/orders
        Reminder: you have a dental appointment on Tuesday 12 March at 10:30. Reply C to confirm or call 020 7946 0102
        Your prescription is ready at Boots, 12 High Street. Opening hours 9-6.
        Dad, can you pick me up at 6? My phone is nearly dead
        Are you free for tennis tomorrow? Court 3 at 7
        Happy birthday!! Hope you have a great day, see you at the party x
        The school will be closed on Friday for snow. Updates on our website www.oakfield.sch.uk
        Your table for 4 at Luigi's is confirmed for Saturday 7pm. To cancel call 01632 960983
        Netflix: your payment method was updated. If you didn't make this change, go to netflix.com/account
        PayPal: You sent $25.00 to Anna Lee. Details at paypal.com/activity
        I'll be 10 min late, stuck in traffic
        Your verification code for Corner Gym is 220194
        GitHub: a new SSH key was added to your account. If this wasn't you, review at https://github.com/settings/keys
        Delta: Flight DL204 on 5 May is delayed to 18:40. See the Fly Delta app
        Thames Water: we're fixing a burst pipe in SW4. Supplies back by 6pm. www.thameswater.co.uk/incidents
        Your Lyft receipt: $18.20, thanks for riding with Marcus
        Can you send me the wifi password for the cabin?
        Payment of £45.00 to Oak Nursery received, thank you. Ref 88123
        HSBC: we've noticed you're travelling. You can use your card as normal abroad.
        The plumber can come Thursday between 8 and 12, is that ok? His number is 07700 900123
        DPD: Your parcel from Zalando will be delivered today 13:02-14:02 by Ali. Change it at dpd.co.uk/parcels
        Hi mum got the job!! start monday x
        Council tax reminder: your next instalment is due 1 April. Pay as usual by direct debit, no action needed
        Your NHS appointment: 14 June 09:20 at St Mary's. Reply CANCEL if you can't come
        Sale starts today: 20% off everything in store and at www.gap.com. Reply STOP to opt out
        What's the code for the meeting room door?
        Can you send me the code for the gate? I'm outside
        I'm in a meeting, text me if you want lunch
        Someone called and told me to move my money to a safe account, I hung up
        The car broke down, recovery service is on its way, contact them if you need updates
        Can you lend me £20 till Friday? I'll pay you back
        Please transfer the rent to my account by Monday, same details as always
        Here's my bank details for the deposit: sort code 20-00-00 account 12345678. Thanks, Oak Lettings
        I've sent you £15 for the pizza x
        Could you pick up an Amazon gift card for Anna's birthday? I'll give you the money tonight
        Are you at home? The delivery guy says nobody answered the door
        Hi it's Ben from football, this is my new number, save it
        Your appointment with Dr Lee is confirmed. Please arrive 10 minutes early.
        We've received your application and will be in touch within 5 working days. HR, Oak Ltd
        Congratulations on your new job! So proud of you
        Final reminder: school photos money is due tomorrow, £12 in the envelope please
        Urgent: can someone cover my shift tonight? Sick kid
        Your library books are due on 4 May. Renew at www.oaklibrary.org or in the app
        Team, the Zoom link for tomorrow is https://us02web.zoom.us/j/89012345678
        Reminder: your car's MOT expires on 12 June. Call 01632 960111 to book with Oak Garage
        Hi, your pizza is on its way with Sam! Track: https://dominos.co.uk/track
        Apple: Your Apple ID was used to sign in to iCloud on a MacBook. If this was you, no action is needed.
        Microsoft account security code: 482193. If you didn't request this code, you can ignore this message.
        Santander: we'll never ask you to move money to a safe account. If someone does, hang up.
        Scam warning from Oak Police: callers claim to be from your bank and ask for your PIN. Don't share it.
        Your TfL penalty fare appeal has been accepted. No payment is due.
        HMRC: You have a new message in your tax account. Sign in at gov.uk to read it.
        Your British Gas bill of £84.12 is ready. We'll take it by direct debit on 3 May.
        Thanks for your donation of £10 to Oak Hospice. Text STOP to opt out
        Tesco Bank: your statement is ready to view in our app.
        EE: You've used 80% of your data. Text DATA to 150 to add more.
        Flight BA117 is now boarding at gate B36
        Your Airbnb reservation at Sea Cottage is confirmed for 3-6 June. Check-in code will be sent 24h before.
        Booking.com: how was your stay at Hotel Oak? Leave a review in the app
        LinkedIn: You appeared in 9 searches this week
        Anna mentioned you in a comment: "love this!"
        Your Tesco order will arrive between 2pm and 3pm today. Driver: Paul
        Strava: new kudos from Ben on your Morning Run
        I invested in the index fund like you said, up 8% this year
        Bitcoin fell again today, glad I sold mine last week
        We trade cards at lunch, bring yours
        Will you be my valentine? xx
        Hey beautiful, can't wait to see you tonight
        Do you want to meet up for a drink after work?
        Is this still available? I can collect today, cash
        Yes it's still available, £40, you can pick it up from Oak Street
        Hi, is this the number for Oak Plumbing? My sink is leaking
        Wrong number, sorry!
        Sorry wrong chat haha
        Can I call you? Need to talk about dad
        The hospital says visiting hours are 2 to 8
        The council says bins will be collected Thursday because of the bank holiday
        Gas engineer visit booked for 14 May 8-12. Reply 1 to confirm, 2 to rearrange.
        Vote for our school garden in the Oak contest! https://www.oakcommunity.org/vote
        Check out this article about sleep https://www.theguardian.com/lifeandstyle/2024/jan/05/how-to-sleep-better
        This recipe is amazing: https://www.bbcgoodfood.com/recipes/easy-pancakes
        Here's the spreadsheet https://docs.google.com/spreadsheets/d/1AbC/edit
        My new website is up! www.annaoakphotography.com what do you think?
        Fill in the doodle please https://doodle.com/meeting/participate/id/abc
        Dropbox: Ben shared "Holiday 2024" with you. View: https://www.dropbox.com/sh/abc123
        Your Vinted item sold! Print the label in the app and send it within 5 days.
        Klarna: your payment of £23.00 is due in 3 days. Pay in the app.
        Thank you for your payment of $120.00 to Oak Electric. Your new balance is $0.00.
        Reminder from Oak Dental: you have a balance of $45. Please call us at (555) 010-0199 to pay.
        Your package could not be delivered today. It's waiting at Oak Post Office, bring your ID. Royal Mail
        UPS: your package will arrive tomorrow. See ups.com for details.
        Your job interview is on Tuesday at 10, Zoom link to follow. Oak Recruitment
        We are looking for part-time baristas, £12/hour. Pop in with your CV! Oak Cafe
        I got the gift card you sent, thank you!!
        Please ignore the last text, wrong person
        Give me a ring when you get a chance 07700 900456
        The babysitter's number is 07700 900789
        You left your umbrella at ours, come by anytime
        Don't forget to verify your email for the school app, the link is in your inbox
        Please update your address with the practice, form at reception
        Bitcoin just broke 100k for the first time. What a year.
        The Ethereum upgrade went live today, fees are down 40%
        Reminder: never share your seed phrase with anyone, no support team will ask for it
        Arbitrum announced season 2 of its incentive program, details on their forum
        SEC delays decision on the spot ETF until March
        I think the airdrop meta is dead, too many sybils
        Our team shipped v2 of the SDK today, changelog in the repo
        gm, coffee and charts
        Beware of fake support accounts replying to this thread, we never DM first
        Solana validators voted to change the fee market, here's a thread on what it means
        Lost money on that trade, stop loss hit twice today lol
        Looking for a senior Rust engineer, remote, 120-150k. Apply on our careers page
        How do I move my staked ETH from Kraken to Lido?
        We raised a $12M seed round led by Paradigm
        Can somebody explain how restaking works?
        My wallet app crashed during the mint, gas wasted again
        Happy to announce I'm joining Coinbase as a designer
        Weekly newsletter: rates, stablecoins and the Fed
        Token unlocks next week: APT, SUI and OP
        Just finished the marathon in 3:42!
        The conference in Lisbon was great, met so many builders
        AI agents trading memecoins is peak 2025
        Podcast with @vitalik on the roadmap is out now
        I claimed the airdrop months ago and it's worth half now
        """)

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
