/// A host whose links lead to a messenger, and what such a link counts for.
///
/// The two uses grew apart, and weights were fitted on both as they are: an entity that counts for more or for less changes
/// verdicts, so that joining the uses takes a new fit.
package struct MessengerHost: Sendable {
    /// The service whose account the link is: it becomes a `<handle>`. Nil for hosts that patterns take for plain links.
    package let service: Messenger?
    /// Whether the link opens a chat or a group for the feature `link.messenger`.
    package let opensChat: Bool

    /// Finds a host by its name in lower case; nil for hosts of no messenger.
    package static func named(_ host: String) -> MessengerHost? { table[host] }

    private static let table: [String: MessengerHost] = [
        "wa.me": .init(service: .whatsapp, opensChat: true),
        "api.whatsapp.com": .init(service: .whatsapp, opensChat: true),
        "chat.whatsapp.com": .init(service: .whatsapp, opensChat: true),
        "wa.link": .init(service: .whatsapp, opensChat: false),
        "whatsapp.com": .init(service: .whatsapp, opensChat: false),
        "www.whatsapp.com": .init(service: .whatsapp, opensChat: false),
        "t.me": .init(service: .telegram, opensChat: true),
        "telegram.me": .init(service: .telegram, opensChat: true),
        "telegram.dog": .init(service: .telegram, opensChat: true),
        "line.me": .init(service: .line, opensChat: true),
        "lin.ee": .init(service: .line, opensChat: true),
        "signal.me": .init(service: .signal, opensChat: true),
        "signal.group": .init(service: .signal, opensChat: true),
        "m.me": .init(service: .messenger, opensChat: true),
        "open.kakao.com": .init(service: .kakaotalk, opensChat: false),
        "pf.kakao.com": .init(service: .kakaotalk, opensChat: false),
        "zalo.me": .init(service: .zalo, opensChat: false),
        "u.wechat.com": .init(service: .wechat, opensChat: true),
        "wechat.com": .init(service: nil, opensChat: true),
        "discord.gg": .init(service: .discord, opensChat: true),
        "join.skype.com": .init(service: .skype, opensChat: true),
        "viber.com": .init(service: nil, opensChat: true),
        "invite.viber.com": .init(service: nil, opensChat: true),
        "zangi.com": .init(service: nil, opensChat: true),
    ]
}
