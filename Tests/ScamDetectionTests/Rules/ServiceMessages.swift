/// What shops, carriers, banks and machines write today, and what imitates them. Written for these tests, one on each line.
enum ServiceMessages {
    static let scams = lines(
        """
        Dear customer, thank you for your purchase. Order ID 88213-AX. Product: McAfee Total Protection 3 years. Amount: $389.99. Your account will be charged within 24 hours. If you didn't authorize this, contact our billing desk at +1 (808) 555-0142
        Invoice INV-2291. Geek Squad Annual Protection renewed. $349.99 has been auto-debited. For cancellation or refund call (833) 555-0177
        PayPal: You've sent a payment of $649.00 to BitStore Inc. If this wasn't you, reach us at 1-805-555-0168 to cancel
        Your Amazon order of MacBook Pro $1,899.00 is confirmed and will ship to Ohio. Not you? Call 1-877-555-0114
        Receipt: Coinbase purchase of 0.021 BTC $1,240.00 approved. Dispute within 12 hours: 1-844-555-0121
        Anna Weber shared a document with you: "Salary revision 2025". REVIEW DOCUMENT https://docview-sign.web.app/s/x8Kq
        DocuSign: You have a pending contract awaiting your signature. Complete with DocuSign: https://dsign-portal.info/doc/9a
        Please sign: HR policy update requires your e-signature by today. Open document: https://hr-docs-portal.site/sign
        You received a fax document (2 pages). View fax online: https://efax-view.pages.dev/in
        Yeti cooler giveaway: Dick's Sporting Goods picked you to receive a free Yeti backpack. Just answer a short survey: https://yeti-gift.site/q
        Costco 40th anniversary! Get a $500 gift voucher, answer 4 questions: https://costco-anniv.top/w
        Starbucks is giving away a free coffee lover box to celebrate. Claim yours now https://sbx-box.info/a8
        $ARB airdrop is live! You are eligible for 2,450 tokens. Connect wallet and claim before it ends: https://arb-claim.app
        Eligible wallets can now claim LayerZero rewards. Check eligibility: https://zro-drop.xyz
        You have been approved for a $9,000 federal grant. It never has to be paid back. Text agent Donna Miller at 415-555-0133 to claim
        UN Compensation unit: your name is among 150 victims to be paid $850,000. Send your full name, address and phone number to Mr. Collins at un.payout@consultant.com
        You may be entitled to compensation. Your Roundup claim is approved, funds expire today. Confirm: https://claim-relief.info/r
        Your rights: you are owed unclaimed funds of $4,120 in your name. Request release: https://unclaimed-release.org/a
        WhatsApp: +1 415 555 0133. Hi mom it's me, I dropped my phone in water, this is my new number. Text me when you see this
        Hey dad my phone broke, please save this number and message me on WhatsApp +44 7700 900461
        O2: A request to move your number to an eSIM was received. If this was not you call 020 7946 0417 immediately
        Vodafone: your eSIM will be activated on a new device in 30 minutes. Not requested? Call 020 7946 0142 now
        Your bank: a new direct debit of £489.00 to CRYPTO LTD was set up. If this wasn't you call 020 7946 0149 to cancel
        Santander: a Direct Debit mandate has been created for £612.40. Didn't do this? Speak to our team on 020 7946 0177
        You have subscribed to Premium Plus. $79.99 per week will be charged to your phone bill. To cancel visit https://premium-cancel.site/u
        Your trial of Adult VIP ended, $59.99 a week starts today. Cancel subscription here: https://vip-cancel.top/c
        Dear user, your subscription to Premium Video was activated for £4.50 per week. To unsubscribe call 0909 879 0123
        From: Netflix Support <billing@nflx-team-mail.info>
        From: PayPal Service <service.paypal@mail-desk.online> Subject: Your account has been limited. Please update your information to restore access
        Subject: Your mailbox is almost full. Your mailbox has reached 98% of its storage. Increase storage now or incoming mails will be rejected
        Subject: Invoice payment overdue - final reminder. Please find the new bank details for the open invoice attached and pay today
        Subject: Action required: your Microsoft password expires today. Keep my password https://ms-keep.web.app
        Mail delivery failed: 5 incoming messages are pending. Release messages to your inbox: https://mail-release.pages.dev
        Bonjour, votre abonnement Premium de 49,99 €/semaine a été activé. Pour annuler appelez le 01 84 80 12 34
        Un prélèvement de 489,00 € a été mis en place sur votre compte. Si vous n'êtes pas à l'origine, appelez le 01 84 80 55 21
        Vous avez reçu un document à signer : https://docusign-fr.web.app/x9
        Demande d'activation eSIM reçue. Si ce n'est pas vous, contactez le 09 70 55 01 42 immédiatement
        Su cuenta tiene una nueva domiciliación de 389,00 €. Si no la reconoce llame al 911 23 45 67
        Se ha solicitado una eSIM con su número. Si no ha sido usted llame al 911 23 45 67
        Tiene un documento pendiente de firma: https://firma-doc.web.app/a
        Eine neue eSIM für Ihre Nummer wurde beantragt. Waren Sie das nicht? Rufen Sie sofort 030 901820 an
        Eine Lastschrift über 489,00 EUR wurde eingerichtet. Nicht von Ihnen? Rufen Sie 030 901820 an
        Sie haben ein Dokument zur Unterschrift erhalten: https://docsign-de.web.app/x
        Poštovani, vaš paket čeka carinjenje. Platite 25 EUR ovde: https://posta-depo.info/a
        Vaš račun je privremeno blokiran, potvrdite podatke: https://banka-sigurno.net/a
        Čestitamo! Osvojili ste telefon. Kliknite za preuzimanje
        Ваша картица је блокирана. Потврдите податке овде: https://banka-sigurno.net/a
        Hongera umepata zawadi ya shilingi milioni tano, piga 0784 000 123
        Iyo hela itume kwenye namba hii 0784 000 123, jina litakuja Juma
        Mganga wa tiba asili, utajiri na mapenzi. Piga 0784 000 123
        """)

    static let genuine = lines(
        """
        Walmart: Your order has shipped! Track it here: https://w-mt.co/g/aB3kQz. Reply HELP for info; STOP to opt out
        Old Harbor Coffee: you left something in your cart. Checkout before it's gone: https://ohc.shop/c/8dK2q Reply STOP to opt out
        LunaWear: Your order #48213 has shipped and is on its way. Track: https://lnwr.co/t/9aKq2 Text STOP to unsubscribe
        Bean & Leaf: 20% off all mugs today only with code MUG20. Shop now: https://bnlf.co/x8d Txt STOP to end
        Chase Fraud: Did you attempt a $412.16 purchase at TARGET on card ending 4410? Reply YES or NO. Reply STOP to end
        Free Msg: Wells Fargo. Did you use card ending 0192 for $88.10 at SHELL OIL? Reply YES or NO. To opt out reply STOP
        Capital One: Did you attempt to use your debit card for $61.20 at Best Buy? Reply YES if you recognize it, NO if you don't
        Verizon Msg: Your bill for account ending 0001 is ready. Amount due $81.20, autopay on 06/14. View at https://vz.to/bill
        AT&T Free Msg: Your bill of $65.12 is due on Jun 3. Pay at att.com/pay or in the myAT&T app
        T-Mobile: Your plan renews on 6/12. Thanks for using AutoPay. Details: https://t-mo.co/plan
        Mint Mobile: your plan expires in 2 days. Renew at my.mintmobile.com
        Xfinity: your monthly statement is available. Total due: $92.40. See it at https://www.xfinity.com/billing
        UPS: Your package 1Z999AA10123456784 from CHEWY arrives today by 7 PM. Track: https://www.ups.com/track
        USPS: Your item was delivered in or at the mailbox at 1:04 pm on May 2 in AUSTIN, TX 78701.
        FedEx: your shipment is out for delivery today before 8 PM. Manage delivery: https://www.fedex.com/fdmenhanced
        Evri: We've got your parcel from ASOS. We aim to deliver it tomorrow between 10:00 and 12:00. Track: https://www.evri.com/track
        Royal Mail: Your parcel JD000224 will be delivered today between 11:06 and 13:06. Track it in the Royal Mail app
        DPD: Your parcel from John Lewis will be with you today 12:41-13:41 with driver Sam. See https://www.dpd.co.uk/track
        Hi, this is Dana, a volunteer with Voters for Clean Water. Election Day is Nov 3. Do you have a plan to vote? Find your polling place: https://www.vote.org/polling-place-locator Reply STOP to opt out
        Hi Mark, it's Lea with the Warren County Democrats. Can we count on your vote on Tuesday? Reply STOP to quit
        Chip in $10 before midnight to help us reach our goal: https://secure.actblue.com/donate/clean-river Stop2End
        ALERT: healthchecks.io: "nightly-backup" is DOWN. Last ping was 2 hours ago. https://healthchecks.io/checks/3f2a9c10-4c1d/details/
        [FIRING:1] HighDiskUsage prod-db-2. Disk usage above 90% for 10 minutes. Runbook: https://grafana.com/runbooks/disk
        Monitor is DOWN: choir-desk.org. Reason: Connection timeout. UptimeRobot
        PagerDuty ALERT: #48113 on payments-api. Reply 4 to acknowledge, 6 to resolve
        An application wants to access your account. Notes Sync wants to: view your email address, view your profile, read your files. Only authorize apps that you trust. Cancel Authorize
        Sign in with Google. Choose an account to continue to Notes Sync. anna.berg@gmail.com. Use another account. To continue, Google will share your name, email address and profile picture with Notes Sync.
        GitHub. Authorize Deploy Bot. Deploy Bot by desk-tools wants to access your octo-anna account. Personal user data: email addresses (read-only). Cancel. Authorize desk-tools. Authorizing will redirect to https://deploy-bot.dev
        Log in. Email. Password. Remember me. Forgot password? Don't have an account? Sign up. Continue with Google. Continue with Apple
        Connection settings. Server URL http://10.108.0.2:8096. User name admin. Test connection. Save
        Router. Local address 192.168.0.1. Gateway http://192.168.0.1/login. DNS 1.1.1.1. Signal strength good
        Your appointment with Dr. Patel is on Tuesday, June 4 at 3:15 PM. Reply C to confirm or R to reschedule
        CVS Pharmacy: 1 prescription for ANNA is ready for pickup at 1200 Main St. Questions? Call 512-555-0144
        Walgreens: your Rx is delayed. We expect it tomorrow. Reply STOP to opt out
        Hi Anna, your table for 4 at Corner Bistro is confirmed for Fri 7:30 PM. Need to change? Call (512) 555-0133
        Hello! I'm Robo, your virtual assistant. You can ask me about orders, returns or opening hours. How can I help you today? Type MENU to see all options
        Domino's: your order is being prepared and will be delivered by 19:25. Track it: https://www.dominos.com/tracker
        DoorDash: Your Dasher is approaching with your order from Thai House. https://drd.sh/aB3dE9/
        Uber: your code is 4821. Never share this code. Reply STOP to 89203 to unsubscribe
        Google Fi: your bill is ready. You owe $35.00. View it at fi.google.com/account
        Vodafone: votre facture de 24,99 € est disponible. Consultez-la sur https://www.sfr.fr/mon-espace
        Free Mobile: votre facture du 12/05 (15,99 €) est disponible dans votre Espace Abonné.
        Chronopost: votre colis XY123456789FR sera livré demain entre 9h et 11h. Suivi : https://www.chronopost.fr/suivi
        DHL: Ihr Paket kommt heute zwischen 12:00 und 14:00 Uhr. Sendung verfolgen: https://www.dhl.de/sendung
        Telekom: Ihre Rechnung für Mai liegt im Kundencenter bereit. Betrag: 39,95 EUR. https://www.telekom.de/rechnung
        Movistar: tu factura de mayo ya está disponible. Importe: 45,20 €. Consúltala en https://www.movistar.es/mi-movistar
        Your Lyft ride with Sam is arriving in 2 minutes. Silver Toyota Camry 8ABC123
        Reminder from Lincoln Elementary: school is closed on Monday. See the calendar at https://www.lincoln-elementary.k12.tx.us/calendar
        Shop: Your Bean & Leaf order is out for delivery. Track in the Shop app https://shop.app/o/3kd8
        Hi Sam, thanks for shopping at Corner Books! How did we do? Leave a review: https://cbks.co/r/83kd Reply STOP to opt out
        Netflix: A new device signed in to your account. If this was you, there's nothing to do. If not, change your password at https://www.netflix.com/password
        Payment received. Thank you! Your $81.20 payment to City Water was posted to account ending 1188 on 05/02. Confirmation 77182
        Vaša pošiljka je danas isporučena. Hvala što ste uz nas
        Transakcija karticom u iznosu od 22,90 EUR je odobrena. Stanje: 850,00 EUR
        Banka vas nikada neće tražiti da potvrdite podatke putem poruke
        Habari za asubuhi, nitafika ofisini kesho baada ya mkutano wa timu
        Mama amefika salama nyumbani, tutaongea jioni
        """)

    private static func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
