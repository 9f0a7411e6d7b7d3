/// Services where strangers go on talking, and how texts and links name them.
package enum Messenger: String, Sendable, CaseIterable {
    case whatsapp, telegram, wechat, line, signal, viber, kakaotalk, zalo, messenger, instagram, snapchat,
        skype, qq
    case discord, kik

    /// The service whose accounts or groups are below a host.
    init?(host: String) {
        switch host {
        case "wa.me", "chat.whatsapp.com", "api.whatsapp.com", "whatsapp.com", "www.whatsapp.com", "wa.link":
            self = .whatsapp
        case "t.me", "telegram.me", "telegram.dog": self = .telegram
        case "line.me", "lin.ee": self = .line
        case "signal.me", "signal.group": self = .signal
        case "m.me": self = .messenger
        case "open.kakao.com", "pf.kakao.com": self = .kakaotalk
        case "zalo.me": self = .zalo
        case "u.wechat.com": self = .wechat
        case "discord.gg": self = .discord
        case "join.skype.com": self = .skype
        default: return nil
        }
    }

    /// Names at the end of what stands before an account; lower case, the longest first where one ends another.
    static let names: [(scalars: [UInt32], service: Messenger)] = {
        let table: [(Messenger, String)] = [
            (.whatsapp, "whatsapp, watsapp, wsp"),
            (.telegram, "telegram, telegrama, tg, 电报, 飞机"),
            (.wechat, "wechat, weixin, 微信, 薇信, 威信, vx, wx, v信, 加v, 加微"),
            (.line, "line, ไลน์"),
            (.signal, "signal"),
            (.viber, "viber"),
            (.kakaotalk, "kakaotalk, kakao, 카카오톡, 카톡"),
            (.zalo, "zalo"),
            (.messenger, "messenger"),
            (.instagram, "instagram, insta"),
            (.snapchat, "snapchat"),
            (.skype, "skype"),
            (.qq, "qq, 扣扣"),
            (.discord, "discord"),
            (.kik, "kik"),
        ]
        return table.flatMap { service, names in
            names.split(separator: ",").map { name in
                (name.unicodeScalars.map(\.value).filter { $0 != 0x20 }, service)
            }
        }
    }()
}
