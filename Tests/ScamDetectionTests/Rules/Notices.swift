/// What couriers, banks, doctors, shops, offices and machines write, in the languages of the packs. Written before anybody looked at which
/// rules they meet; a third of what was written was kept for the measurement. One message on each line.
enum Notices {
    static let genuine = """
        UPS: Your parcel is running late. We now expect it on Thursday, May 9. No action needed. Details: https://www.ups.com/track?tracknum=1Z999
        USPS Tracking: Your item departed our Dallas TX distribution center on May 3 at 8:14 pm and is on its way to the next facility.
        Amazon: Your driver Miguel is 3 stops away. Follow the delivery on the map in the app.
        Hermes neighbour notice: we left your parcel with your neighbour at number 14.
        Evri: Sorry, we missed you. Your parcel is at your local ParcelShop, Corner News, 8 Mill Lane. Bring ID. Collect it within 10 days.
        InPost: Your parcel is in locker LON22B. Open it with the code 481920 or the QR code in the app by Sunday 20:00.
        Yodel: Your parcel from Boden arrives tomorrow. Need a different day? Change it in the Yodel app.
        Home Depot: Your order is ready for pickup at the service desk, store 1402. Bring your order number and a photo ID.
        Target: Your Drive Up order is ready. We'll hold it for 3 days.
        Zara: Your return has been received. The refund of €39.95 will reach your card in 5 to 10 days.
        ASOS: We've refunded £24.00 to your original payment method. It may take up to 10 working days.
        Shein: your package has left the warehouse. Track it in My Orders.
        Tesco: Your shopping will be with you between 6pm and 7pm. One substitution: oat milk 1L instead of soy milk 1L.
        Deliveroo: Your rider is nearby. Please meet them at the door.
        HelloFresh: Your box ships tomorrow. Changes are possible until 11:59 pm tonight in your account.
        Chewy: Autoship reminder: your order ships on May 12. Edit or skip it at https://www.chewy.com/autoship
        CVS: Your prescription is due for refill. Reply Y to refill or N to skip.
        Kaiser: You have a video visit with Dr. Ruiz on May 4 at 2:10 PM. Sign in 15 minutes early in the app.
        MyChart: You have a new test result. Log in to the MyChart app to see it.
        Bright Smiles Dental: We have an opening tomorrow at 9:00. Would you like it? Reply Y or call 512-555-0117.
        Pet clinic: Bella is due for her rabies vaccine. Call us at 512-555-0163 to schedule.
        NHS: You're invited to book your flu vaccination. Book at www.nhs.uk/flu or phone your surgery.
        Elm Surgery: Dr Shah has reviewed your blood test. No further action is needed. Please don't reply to this message.
        Your eye test is due. Book online at www.specsavers.co.uk or call 01632 960140. Specsavers Oakham
        Hair by Lena: See you tomorrow at 4! If you need to cancel please let us know 24 hours before, otherwise a $20 fee applies.
        Garage Oak: your car is ready. The total is £214.50. We're open until 6.
        State Farm: Your ID cards are ready in the app. Thank you for your business.
        Progressive: We received your claim 22-104 and an adjuster will call you within one business day.
        Con Edison: We're aware of an outage in your area. Crews are on the way. Estimated restoration 9:30 PM.
        PG&E: A planned outage for maintenance will affect your address on May 16 from 9 AM to 2 PM. No action is required.
        Duke Energy: thanks for your payment of $131.08. Your account is up to date.
        Comcast: A technician visit is booked for Saturday 10 to 12. Reply 1 to confirm, 2 to reschedule.
        Verizon: You're near your 15 GB limit. You have 1.2 GB left until the 12th.
        Vodafone: We couldn't take your direct debit. We'll try again on 14 May, so please make sure there's enough money in your account.
        O2: your bill of £21.00 will be taken by Direct Debit on or just after 3 May. See it in My O2.
        Lycamobile: Your top up of £10 was successful. Balance £12.40.
        Jio: 90% of your daily data is used. For balance and validity see the MyJio app.
        Airtel: Recharge of Rs 299 successful. Validity 28 days. Enjoy unlimited calls and 1.5 GB a day.
        Chase: Your direct deposit of $2,104.55 was posted to your account ending 8831.
        Chase: You made a payment of $300.00 to your card ending 1180. It will post by tomorrow.
        Bank of America: Low balance alert. Your checking account ending 3307 is below $25.00. See the app for details.
        Bank of America: We sent a new debit card to your address on file. It should arrive in 5 to 7 business days.
        Wells Fargo: Your statement for the account ending in 0192 is available online.
        Citi: A purchase of $188.20 was made online with your card ending 5540. If you don't recognize it, review it in the Citi Mobile app.
        US Bank: You've turned on travel notices for Spain from 6/1 to 6/14.
        Capital One: Your card ending 2201 was declined at GAS N GO for $60.00 because the card is locked. Unlock it in the app.
        Amex: A card-not-present charge of $74.99 at Hulu was approved. Alerts can be changed at americanexpress.com.
        Discover: Your minimum payment of $35 is due on 6/2. Pay in the app or at discover.com.
        Navy Federal: Your loan payment of $280.00 is due in 3 days. It will be taken automatically.
        Zelle: Marcus Hill sent you $85.00. It's in your account.
        Cash App: You sent $20 to $benrunner.
        PayPal: You've got money. Lina Berg sent you €12.50. It's in your PayPal balance.
        PayPal: Your automatic payment to Spotify of $11.99 was completed.
        Revolut: You spent £4.20 at Pret. Balance £180.11.
        Monzo: Your salary is here! £1,950.00 from Oak Ltd.
        Starling: we've declined a payment of £60.00 to Betway because gambling payments are blocked on your account.
        Barclays: you set up a new payee, Oak Lettings, on 3 May at 10:22 in the app. Not you? Call the number on the back of your card.
        HSBC UK: your credit card statement is ready. Minimum payment £25, due 18 May. Log on to mobile banking to view it.
        NatWest: Your card is on its way and should reach you within 5 working days. Your PIN will come separately.
        Lloyds Bank: We'll text you when your balance falls below £50. Change your alerts in the app. We never ask for your details by text.
        HDFC Bank: Rs 1,240.00 debited from a/c XX8831 to VPA oakmart@upi on 03-05. Not you? Call 18002586161
        ICICI Bank: Your account XX220 is credited with Rs 52,000.00 on 01-May. Info: salary. Available balance Rs 61,204.50
        Axis Bank: EMI of Rs 4,210 for your loan is due on 5 May. Please keep enough balance in your account.
        Commonwealth Bank: Your NetBank transfer of $200 to Lee is complete. Ref 88120.
        DBS: You've paid S$14.20 to Oak Noodles by PayNow on 3 May 12:40.
        Your verification code is 220-481. It expires in 5 minutes.
        Signal: 481-920. Don't share this code with anyone, not even with people who claim to work for us.
        G-482910 is your Google verification code.
        Your Instagram code is 882 104. You can also tap on this link to log in: https://ig.me/1x2YkA
        Apple: Your ID Code is 481920. Don't share it with anyone. @apple.com #481920 %apple.com
        Coinbase: 220481 is your code. Coinbase staff will never call you and ask for it.
        Use code 771 204 to confirm your new phone number. The code is valid for 10 minutes. Steam
        Delta: Check-in is open for your flight to Denver on May 5 at 7:20 AM. Check in with the Fly Delta app.
        United: Your flight UA1204 now leaves from gate C22. Boarding begins at 4:35 PM.
        Ryanair: your boarding pass is ready in the app. Have a good trip!
        Trainline: Your tickets to York are in the app. Reference QX8812K.
        Uber: Sam is arriving in a grey Prius, plate 7ABC12. PIN 4412
        Marriott: Your room is ready, and you can use the mobile key. Welcome to Austin!
        Booking.com: Your stay at Sea Cottage is in 3 days. The host asks that you say when you arrive. Reply in the app.
        TxTag: Your statement is ready. Sign in to your account at txtag.org to see it.
        ParkMobile: Your parking session in zone 8812 ends in 10 minutes. Extend it in the app.
        RingGo: parking at Mill Lane from 10:02 to 12:02 costs £3.40. Vehicle AB12CDE.
        Dart Charge: thank you for your payment of £2.50 for vehicle AB12CDE.
        IRS: Your e-filed return was accepted. This message comes from your tax software. See your refund's status at irs.gov/refunds
        HMRC: Your tax return for 2024 has been received. You don't need to do anything else. Ref 8812.
        DVLA: Your vehicle tax for AB12CDE is due on 1 June. You can pay at gov.uk/vehicle-tax
        Social Security: Your appointment is on May 14 at 10:00 at the Austin office. Bring proof of age.
        Austin ISD: Due to icy roads, all schools open two hours late tomorrow.
        Oakfield School: Ella was marked absent this morning. Please let the office know why on 01632 960155.
        Public Library: "The Garden of Stones" is waiting for you on the hold shelf until May 12.
        Oak Gym: your membership renews on 1 June at £29 a month. To change it speak to the front desk.
        Planet Fit: Your payment was declined. Please stop by the front desk or update your card in the app.
        Adobe: Your free trial ends in 3 days. Your plan then costs $22.99 a month. Cancel any time in your account.
        Ticketmaster: Doors open at 6:30 PM. Your tickets are in your account. Screenshots aren't accepted.
        Eventbrite: Reminder: Pottery for Beginners starts tomorrow at 18:00.
        OpenTable: how was Nonna? Rate your meal in the app.
        Pottery Barn Kids: the quilt in your wish list is back in stock. https://pbk.us/x8Kd Reply STOP to unsubscribe
        Sweetgreen: you have a $5 reward that expires tonight. It's in the app.
        Hi Priya, this is Oak Realty. The viewing of 12 Mill Lane is confirmed for Saturday at 11. Please bring ID.
        Property office: maintenance will be in your apartment on Tuesday between 9 and 12 to check the smoke detectors.
        Oak Ltd: We'd like to invite you to an interview on May 14 at 10:00 at our office, 8 Mill Lane. Please reply to confirm.
        Red Cross: Thank you for donating blood! Your donation was sent to St. Mary's Hospital. You can give again from July 2.
        Blue Shield: You have a new message from your care team. Sign in to your account to read it.
        ADT: Your front door was left open at 9:42 PM. See the app.
        Ring: There is motion at your back door.
        Nest: Your Nest Protect battery is low. Replace it soon.
        Google Calendar: Team lunch at 12:30, Corner Bistro
        Microsoft 365: Your subscription was renewed. The receipt for $69.99 is in your Microsoft account.
        Samsung: your repair order 4410221 is complete. Collect the phone at the service center with this number.
        AppleCare: your repair R88120 has shipped and will arrive on Friday. Someone must be there to sign for it.
        SFR : votre forfait a été renouvelé. Il vous reste 80 Go jusqu'au 12/06.
        Impots.gouv : votre déclaration a bien été enregistrée. Aucune autre démarche n'est nécessaire.
        Correos: su envío está en reparto y se entregará hoy. Puede ver el estado en la app de Correos.
        BBVA: Has pagado 24,90 € en Mercadona con tu tarjeta terminada en 4410. Si no lo reconoces, míralo en la app.
        Iberdrola: su factura de mayo, 51,20 €, ya está disponible en su área de cliente.
        CaixaBank: hemos recibido tu nómina de 1.850,00 €. Saldo disponible 2.104,22 €.
        Terminerinnerung: Zahnarztpraxis Dr. Berg, Dienstag 14.5., 9:30 Uhr. Bei Verhinderung bitte unter 030 901820 absagen.
        Ihr Sicherheitscode lautet 482910. Geben Sie ihn an niemanden weiter.
        Deutsche Bahn: ICE 612 fährt heute 15 Minuten später von Gleis 8.
        Correios: seu objeto saiu para entrega hoje. Acompanhe no app dos Correios.
        【中国移动】您本月套餐流量已使用80%，剩余4GB。
        【招商银行】您尾号4410的信用卡于5月3日消费人民币128.00元。
        【京东】您的订单已发货，预计明天送达，请保持电话畅通。
        【淘宝】验证码482910，您正在登录，请勿告诉他人。
        【菜鸟驿站】您的包裹已到12号楼驿站，取件码3-2-4410，请于20点前领取。
        【国家电网】您5月电费为86.20元，请于25日前缴纳。
        【市人民医院】您预约的5月14日上午9点的门诊已成功，请提前20分钟取号。
        BCA: Transaksi kartu debit Rp 85.000 di Toko Lima berhasil tanggal 03/05.
        JNE: paket Anda sedang diantar kurir dan akan tiba hari ini.
        Telkomsel: kuota internet Anda tersisa 500 MB. Cek di aplikasi MyTelkomsel.
        Podsjetnik: imate termin kod zubara u utorak u 9:30. Ako ne možete doći, nazovite ordinaciju.
        M-PESA: Umepokea Tsh 20,000 kutoka kwa Juma. Salio lako ni Tsh 45,300.
        Ndugu mteja, umeme utakatika kesho saa 3 asubuhi hadi saa 8 mchana kwa ajili ya matengenezo.
        Kumbuka: mkutano wa wazazi ni Ijumaa saa 4 asubuhi shuleni.
        """.split(separator: "\n").map(String.init)
}
