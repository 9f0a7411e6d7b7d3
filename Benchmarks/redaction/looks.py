"""Looks of screens, none of them an app's. Each gives a style and a body; `draw(role, text)` marks words and what is personal in them.

Roles: `header` and `message_in`, `message_out` are looked at; `label` is what an app writes itself; `status` is the phone's top bar.
"""
from people import FOREIGN, SMALL_TALK

COLORS = ("#c2410c", "#7c3aed", "#0f766e", "#be185d", "#1d4ed8", "#4d7c0f")


def mark(kind, text):
    return "{" + kind + "|" + text + "}"


def theme(r):
    """Ground, surface, ink, faint ink and accent."""
    return r.choice((
        ("#ffffff", "#eef0f3", "#14171a", "#697077", "#2563eb"), ("#101418", "#242b33", "#e8ecf0", "#9aa4ae", "#38bdf8"),
        ("#faf6ef", "#efe6d6", "#2b2520", "#7d7264", "#b45309"), ("#0b1f1a", "#16352d", "#dff5ec", "#8db5a6", "#34d399")))


def clock(r):
    return f"{r.randint(0, 23)}:{r.randint(0, 59):02}"


def status(r, draw, ink):
    return f'<div style="display:flex;justify-content:space-between;padding:10px 22px 6px;color:{ink};font-size:14px;font-weight:600">' \
        + draw("status", clock(r)) + draw("status", f"{r.randint(11, 99)}%") + "</div>"


def avatar(r, size, letter="", shape="50%"):
    one, two = r.sample(COLORS, 2)
    fill = f"radial-gradient(circle at 35% 35%,{one},{two} 45%,#222 46%,{one} 70%)" if not letter else one
    return f'<div style="width:{size}px;height:{size}px;flex:none;border-radius:{shape};background:{fill};color:#fff;display:flex;' \
           f'align-items:center;justify-content:center;font-size:{size * 0.4}px">' + letter + "</div>"


def lettered(r, draw, size, name):
    return avatar(r, size, draw("header", mark("initials", "".join(word[0] for word in name.split()[:2]).upper()), tag="span"))


def bubble(draw, role, text, ground, ink, side="left"):
    edge = "auto" if side == "right" else "0"
    return f'<div style="max-width:78%;width:fit-content;margin:4px 12px 4px {12 if side == "left" else edge}{"px" if side == "left" else ""};' \
           f'background:{ground};color:{ink};border-radius:16px;padding:9px 13px;line-height:1.35;overflow-wrap:anywhere">{draw(role, text)}</div>'


def talk(r, p, draw, colors, count=2):
    ground, surface, ink, faint, accent = colors
    parts = []
    for number, text in enumerate(p.messages(count)):
        parts.append(bubble(draw, "message_in", text, surface, ink))
        if number + 1 < count:
            parts.append(bubble(draw, "message_out", r.choice(SMALL_TALK), accent, "#fff", "right"))
    return "".join(parts)


def page(colors, body):
    return f"body{{background:{colors[0]};color:{colors[2]}}}", body


def field(r, draw, colors):
    return f'<div style="position:absolute;bottom:14px;left:14px;right:14px;background:{colors[1]};border-radius:22px;padding:11px 18px;color:{colors[3]}">' \
        + draw("label", r.choice(("Message", "Write a message", "Type a message"))) + "</div>"


def profile_middle(r, p, draw):
    """A profile in the middle above the first message: picture, name, handle, counts, a button."""
    c, name = theme(r), p.name()
    lines = [draw("header", mark("name", name), "font-size:21px;font-weight:600"),
             draw("header", mark("handle", p.handle(name)) + f" · Chirp", f"color:{c[3]};font-size:14px"),
             draw("label", f"{r.randint(2, 900)} followers · {r.randint(1, 80)} posts", f"color:{c[3]};font-size:14px"),
             draw("label", "View profile", f"background:{c[1]};border-radius:9px;padding:7px 16px;font-size:14px;margin-top:8px")]
    return page(c, status(r, draw, c[2]) + f'<div style="display:flex;align-items:center;gap:10px;padding:8px 14px">'
                + avatar(r, 30) + draw("header", mark("name", name), "font-weight:600") + "</div>"
                + f'<div style="display:flex;flex-direction:column;align-items:center;gap:3px;margin:26px 0 22px">{avatar(r, 92)}' + "".join(lines) + "</div>"
                + draw("label", "Today " + clock(r), f"text-align:center;color:{c[3]};font-size:12px;margin-bottom:8px")
                + talk(r, p, draw, c) + field(r, draw, c))


def profile_left(r, p, draw):
    """A profile at the left below a cover picture, with work and town."""
    c, name = theme(r), p.name()
    town = r.choice(("Rotterdam", "Leeds", "Kraków", "Accra", "Porto", "Manila", "Malmö"))
    facts = [draw("header", "Lives in " + mark("place", town), f"color:{c[3]};font-size:14px"),
             draw("header", "You both know " + mark("name", p.name().split()[0]), f"color:{c[3]};font-size:14px")]
    return page(c, status(r, draw, c[2]) + f'<div style="height:96px;background:linear-gradient(120deg,{r.choice(COLORS)},{r.choice(COLORS)})"></div>'
                + f'<div style="padding:0 16px;margin-top:-36px">{avatar(r, 76, shape="20px")}'
                + draw("header", mark("name", name), "font-size:22px;font-weight:700;margin-top:8px") + "".join(facts) + "</div>"
                + f'<div style="height:18px"></div>' + talk(r, p, draw, c) + field(r, draw, c))


def group_outside(r, p, draw):
    """A group: each message has a small picture beside it and its sender's name above it, outside of the bubble."""
    c = theme(r)
    members = [p.name() for _ in range(3)]
    head = f'<div style="display:flex;gap:10px;align-items:center;padding:8px 14px;border-bottom:1px solid {c[1]}">{avatar(r, 38)}<div>' \
        + draw("header", mark("name", r.choice(("Family Okafor", "Trading Circle 7", "Bergweg neighbours", "Class of Mrs Novak"))), "font-weight:600") \
        + draw("header", mark("name", ", ".join(name.split()[0] for name in members)) , f"color:{c[3]};font-size:13px") + "</div></div>"
    body = ""
    for name, text in zip(members, p.messages(3)):
        body += f'<div style="display:flex;gap:6px;padding:6px 10px 0;align-items:flex-end">{avatar(r, 28)}<div style="max-width:80%">' \
            + draw("header", mark("name", name if r.random() < 0.6 else name.split()[0]), f"font-size:12.5px;color:{c[3]};margin:0 0 2px 8px") \
            + f'<div style="background:{c[1]};border-radius:14px;padding:8px 12px;line-height:1.35;overflow-wrap:anywhere">{draw("message_in", text)}</div></div></div>'
    return page(c, status(r, draw, c[2]) + head + body + field(r, draw, c))


def group_inside(r, p, draw):
    """A group: the sender's name or number is the first line of the bubble, in a colour of its own."""
    c = theme(r)
    head = f'<div style="display:flex;gap:10px;align-items:center;padding:8px 14px;background:{c[1]}">{avatar(r, 36)}' \
        + draw("header", mark("name", r.choice(("VIP Signals Lounge", "Hiking Tatra 2026", "Nachbarn Haus 9", "Primos Quispe"))), "font-weight:600;font-size:18px") + "</div>"
    body = ""
    for text in p.messages(3):
        name = p.name()
        label = mark("phone", p.plain("phone")) if r.random() < 0.35 else mark("name", name)
        body += f'<div style="max-width:82%;width:fit-content;margin:7px 12px;background:{c[1]};border-radius:10px;padding:7px 11px">' \
            + draw("header", label, f"font-size:14px;font-weight:600;color:{r.choice(COLORS) if c[0] > '#8' else '#f9a8d4'}") \
            + f'<div style="line-height:1.35;overflow-wrap:anywhere">{draw("message_in", text)}</div></div>'
    return page(c, status(r, draw, c[2]) + head + body + field(r, draw, c))


def channel(r, p, draw):
    """A work chat: picture at the left, name and time in one row, the text below without a bubble."""
    c = theme(r)
    body = draw("label", "# " + r.choice(("general", "payments", "announcements")), "font-size:18px;font-weight:700;padding:10px 14px")
    for text in p.messages(3):
        name = p.name()
        body += f'<div style="display:flex;gap:10px;padding:9px 14px">{avatar(r, 36, shape="8px")}<div>' \
            + '<div style="display:flex;gap:8px;align-items:baseline">' + draw("header", mark("name", name), "font-weight:700") \
            + draw("timestamp", clock(r), f"color:{c[3]};font-size:12px") + "</div>" \
            + f'<div style="line-height:1.4;overflow-wrap:anywhere">{draw("message_in", text)}</div></div></div>'
    return page(c, status(r, draw, c[2]) + body + field(r, draw, c))


def mail_desktop(r, p, draw):
    """A mail on a wide screen: a table of From, To, Cc and Subject, a text and a signature."""
    c, sender, owner, other = theme(r), p.name(), p.name(), p.name()
    rows = [("From:", mark("name", sender) + " <" + mark("email", p.mail(sender)) + ">"), ("To:", mark("name", owner)),
            ("Cc:", mark("name", other)), ("Subject:", "Your invoice is overdue")]
    table = "".join(f'<div style="display:flex;gap:10px;padding:3px 0"><div style="width:80px;color:{c[3]}">{draw("label", label)}</div>{draw("header", text)}</div>'
                    for label, text in rows)
    text = "".join(f'<div style="margin:14px 0;line-height:1.5">{draw("message_in", part)}</div>' for part in p.messages(2))
    signature = "".join(draw("header", line, f"color:{c[3]}") for line in (
        mark("name", sender), "Mobile " + mark("phone", p.plain("phone")), mark("address", p.plain("address"))))
    return page(c, f'<div style="padding:26px 40px">{table}<hr style="margin:14px 0;border:0;border-top:1px solid {c[1]}">'
                + draw("message_in", "Good morning " + mark("name", owner.split()[0]) + ",") + text
                + draw("message_in", "Kind regards") + f'<div style="margin-top:10px">{signature}</div></div>')


def mail_forwarded(r, p, draw):
    """A mail on a phone that holds a forwarded one with its own From and To."""
    c, sender, first, owner = theme(r), p.name(), p.name(), p.name()
    lines = ("From: " + mark("name", first) + " <" + mark("email", p.mail(first)) + ">", "Date: Tue, 3 Mar 2026 at " + clock(r),
             "Subject: Fwd: payment", "To: " + mark("name", owner) + " <" + mark("email", p.mail(owner)) + ">")
    return page(c, status(r, draw, c[2]) + draw("label", "Inbox", f"color:{c[4]};padding:8px 16px") + draw("message_in", "Please look at this payment", "font-size:22px;padding:4px 16px 12px")
                + f'<div style="display:flex;gap:10px;align-items:center;padding:0 16px 14px">{lettered(r, draw, 40, sender)}<div>'
                + draw("header", mark("name", sender), "font-weight:600") + draw("label", "to me", f"color:{c[3]};font-size:13px") + "</div></div>"
                + draw("label", "---------- Forwarded message ---------", f"padding:0 16px;color:{c[3]}")
                + "".join(draw("header", line, f"padding:0 16px;color:{c[3]};overflow-wrap:anywhere") for line in lines)
                + f'<div style="padding:14px 16px;line-height:1.45;overflow-wrap:anywhere">{draw("message_in", p.message())}</div>')


def contact(r, p, draw):
    """A card of somebody's numbers and addresses."""
    c, name = theme(r), p.name()
    rows = [("mobile", mark("phone", p.plain("phone"))), ("work", mark("phone", p.plain("phone"))), ("email", mark("email", p.mail(name))),
            ("home", mark("address", p.plain("address")))]
    cards = "".join(f'<div style="background:{c[1]};border-radius:12px;margin:8px 16px;padding:9px 14px">'
                    + draw("label", label, f"font-size:13px;color:{c[3]}") + draw("header", text, f"color:{c[4]};margin-top:2px") + "</div>" for label, text in rows)
    return page(c, status(r, draw, c[2]) + f'<div style="display:flex;flex-direction:column;align-items:center;gap:10px;margin:30px 0 22px">{lettered(r, draw, 88, name)}'
                + draw("header", mark("name", name), "font-size:26px") + "</div>" + cards)


def calls(r, p, draw):
    """A list of calls."""
    c = theme(r)
    rows = ""
    for _ in range(6):
        who = mark("name", p.name()) if r.random() < 0.6 else mark("phone", p.plain("phone"))
        rows += f'<div style="display:flex;align-items:center;gap:10px;padding:9px 16px;border-bottom:1px solid {c[1]}">{avatar(r, 34)}<div style="flex:1">' \
            + draw("header", who, f"color:{r.choice((c[2], '#dc2626'))};font-weight:600") \
            + draw("label", r.choice(("mobile", "missed", "home")), f"font-size:13px;color:{c[3]}") + "</div>" \
            + draw("timestamp", r.choice((clock(r), "Yesterday", "Monday")), f"color:{c[3]};font-size:14px") + "</div>"
    return page(c, status(r, draw, c[2]) + draw("label", "Recents", "font-size:28px;font-weight:700;padding:10px 16px") + rows)


def incoming_call(r, p, draw):
    """A full screen that rings."""
    name = p.name()
    who = [draw("header", mark("name", name), "font-size:32px"), draw("header", mark("phone", p.plain("phone")), "opacity:.8;font-size:18px")]
    return "body{background:linear-gradient(#1e293b,#0f172a);color:#f8fafc}", status(r, draw, "#fff") \
        + f'<div style="display:flex;flex-direction:column;align-items:center;gap:12px;margin-top:70px">' + draw("label", "Incoming call") + avatar(r, 120) + "".join(who) + "</div>"


def lock(r, p, draw):
    """A lock screen with notifications of several apps."""
    one, two = r.sample(COLORS, 2)
    cards = ""
    for app in r.sample(("Messages", "Chirp", "Mail", "Parcels", "Phone"), 3):
        who = mark("name", p.name()) if r.random() < 0.65 else mark("phone", p.plain("phone"))
        cards += f'<div style="background:rgba(250,250,250,.92);color:#111;border-radius:18px;margin:9px 12px;padding:11px 14px">' \
            f'<div style="display:flex;justify-content:space-between;font-size:13px;color:#666">{draw("label", app)}{draw("timestamp", r.choice(("now", "5m ago", "1h ago")))}</div>' \
            + draw("header", who, "font-weight:700;margin:2px 0") + f'<div style="line-height:1.3;overflow-wrap:anywhere">{draw("message_in", p.message())}</div></div>'
    return f"body{{background:linear-gradient(160deg,{one},{two});color:#fff}}", status(r, draw, "#fff") \
        + draw("status", clock(r), "text-align:center;font-size:72px;font-weight:300;margin:28px 0 26px") + cards


def market(r, p, draw):
    """A sale: what is sold and who sells it stand above the talk."""
    c, name = theme(r), p.name()
    item = r.choice(("Oak table", "Road bike 56 cm", "Two tickets", "Sofa, grey", "Phone, like new"))
    return page(c, status(r, draw, c[2]) + f'<div style="display:flex;gap:12px;padding:10px 14px;border-bottom:1px solid {c[1]}">{avatar(r, 62, shape="8px")}<div>'
                + draw("label", item, "font-weight:600") + draw("label", f"€{r.randint(20, 900)}", f"color:{c[4]}")
                + draw("header", mark("name", name) + " · active 5 minutes ago", f"font-size:13px;color:{c[3]}") + "</div></div>" + talk(r, p, draw, c) + field(r, draw, c))


def forwarded(r, p, draw):
    """Messages that were passed on, or answer another, with that one's writer in a line above."""
    c, name = theme(r), p.name()
    head = f'<div style="display:flex;gap:10px;align-items:center;padding:8px 14px">{avatar(r, 38)}<div>' + draw("header", mark("name", name), "font-weight:600") \
        + draw("label", "last seen recently", f"color:{c[3]};font-size:13px") + "</div></div>"
    texts = p.messages(2)
    box = f'max-width:84%;width:fit-content;margin:8px 12px;background:{c[1]};border-radius:14px;padding:9px 13px;line-height:1.35;overflow-wrap:anywhere'
    one = f'<div style="{box}">' + draw("header", "Forwarded from " + mark("name", p.name()), f"color:{c[4]};font-size:14px") + draw("message_in", texts[0]) + "</div>"
    quote = f'<div style="border-left:3px solid {c[4]};padding-left:8px;margin-bottom:5px;font-size:14px">' + draw("header", mark("name", p.name()), f"color:{c[4]};font-weight:600") \
        + draw("message_in", r.choice(SMALL_TALK)) + "</div>"
    return page(c, status(r, draw, c[2]) + head + one + f'<div style="{box}">' + quote + draw("message_in", texts[1]) + "</div>" + field(r, draw, c))


def inbox(r, p, draw):
    """A list of talks: who wrote, and how the last message began."""
    c = theme(r)
    rows = ""
    for text in ("I sent you the code again", "When can you pay the fee?", "Your parcel is waiting for you", "Call me back please", "Did you get the money?"):
        rows += f'<div style="display:flex;gap:12px;align-items:center;padding:10px 14px">{avatar(r, 46)}<div style="flex:1">' \
            + f'<div style="display:flex;justify-content:space-between">' + draw("header", mark("name", p.name()), "font-weight:600") \
            + draw("timestamp", clock(r), f"font-size:12px;color:{c[3]}") + "</div>" + draw("message_in", text, f"color:{c[3]};margin-top:2px") + "</div></div>"
    return page(c, status(r, draw, c[2]) + draw("label", "Chats", "font-size:26px;font-weight:700;padding:8px 14px") + rows)


def match(r, p, draw):
    """Two strangers who were brought together, above their first words."""
    c, name = theme(r), p.name().split()[0]
    return page(c, status(r, draw, c[2]) + f'<div style="display:flex;flex-direction:column;align-items:center;margin:20px 0">{avatar(r, 120)}'
                + draw("header", "You matched with " + mark("name", name), "font-size:19px;font-weight:600;margin-top:12px")
                + draw("header", mark("name", name) + f", {r.randint(22, 61)} · {r.randint(2, 90)} km away", f"color:{c[3]};font-size:14px") + "</div>"
                + talk(r, p, draw, c) + field(r, draw, c))


def comments(r, p, draw):
    """Comments below a post: a bold name in the same line as the text."""
    c = theme(r)
    rows = ""
    for text in ("This really works, ask her how she did it", "I got my money back within two days", "Is this a scam or can I trust them?", "Thank you, you changed my life"):
        name = p.name()
        who = mark("name", name) if r.random() < 0.5 else mark("handle", p.handle(name))
        rows += f'<div style="display:flex;gap:10px;padding:10px 14px">{avatar(r, 34)}<div style="line-height:1.4">' + draw("header", who, "font-weight:700", "span") \
            + " &nbsp;" + draw("message_in", text, "", "span") + draw("label", f"{r.randint(2, 9)}h · Reply", f"font-size:12px;color:{c[3]}") + "</div></div>"
    return page(c, status(r, draw, c[2]) + draw("label", "Comments", "text-align:center;font-weight:600;padding:8px") + rows)


def receipt(r, p, draw):
    """A payment to somebody, with the account."""
    c, name = theme(r), p.name()
    rows = [("To", mark("name", name)), ("Account", mark("account", p.plain("account"))), ("Amount", "€ 420.00"), ("Reference", mark("account", p.plain("order"))),
            ("From", mark("name", p.name()))]
    table = "".join(f'<div style="display:flex;justify-content:space-between;gap:14px;padding:11px 18px;border-bottom:1px solid {c[1]}"><div style="color:{c[3]}">'
                    + draw("label", label) + "</div>" + draw("header", text, "text-align:right") + "</div>" for label, text in rows)
    return page(c, status(r, draw, c[2]) + draw("message_in", "Payment sent", "font-size:24px;font-weight:700;padding:20px 18px") + table
                + f'<div style="padding:18px;line-height:1.4">{draw("message_in", "If you did not make this payment, call us at once.")}</div>')


def delivery(r, p, draw):
    """An order: to whom it goes, where, and under which number."""
    c, name = theme(r), p.name()
    lines = ("Order " + mark("account", p.plain("order")), "Deliver to " + mark("name", name), mark("address", p.plain("address")), mark("phone", p.plain("phone")))
    return page(c, status(r, draw, c[2]) + draw("message_in", "Your order is on its way", "font-size:22px;font-weight:700;padding:18px 16px 8px")
                + f'<div style="background:{c[1]};margin:10px 16px;border-radius:12px;padding:12px 14px;line-height:1.6">' + "".join(draw("header", line) for line in lines) + "</div>"
                + f'<div style="padding:12px 16px;line-height:1.4">{draw("message_in", "The courier will ask you for the code before he hands it over.")}</div>')


def scripts(r, p, draw):
    """A talk with somebody whose name isn't in Latin letters."""
    c, name = theme(r), r.choice(FOREIGN)
    return page(c, status(r, draw, c[2]) + f'<div style="display:flex;gap:10px;align-items:center;padding:8px 14px;border-bottom:1px solid {c[1]}">{avatar(r, 40)}<div>'
                + draw("header", mark("name", name), "font-weight:600;font-size:18px") + draw("header", mark("phone", p.plain("phone")), f"font-size:13px;color:{c[3]}")
                + "</div></div>" + talk(r, p, draw, c) + field(r, draw, c))


ALL = (profile_middle, profile_left, group_outside, group_inside, channel, mail_desktop, mail_forwarded, contact, calls, incoming_call, lock, market, forwarded,
       inbox, match, comments, receipt, delivery, scripts)
DESKTOP = (mail_desktop,)
