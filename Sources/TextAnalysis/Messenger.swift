/// Messengers to which strangers ask people to move, and the names that texts use for them.
package enum Messenger: String, Sendable, CaseIterable {
    case whatsapp, telegram, wechat, line, signal, viber, kakaotalk, zalo, messenger, instagram, snapchat,
        skype, qq
    case discord, kik

    /// Names that stand before an account, in lower case. Where one name ends another, the longer one comes first.
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
