import Foundation
package import TextAnalysis

/// The words for months and days that stand between the messages of a chat, in all known languages.
package struct TimeWords: Sendable {
    private let months: [String: Int]
    private let today, yesterday: PhraseSet

    package init(_ languages: Languages) {
        today = languages.phrases(.today)
        yesterday = languages.phrases(.days)
        let ago = languages.phrases(.ago)
        var months: [String: Int] = [:]
        var calendar = Calendar(identifier: .gregorian)
        for profile in languages.profiles {
            calendar.locale = Locale(identifier: profile.language.code)
            for names in [calendar.monthSymbols, calendar.shortMonthSymbols, calendar.standaloneMonthSymbols]
            {
                for (index, name) in names.enumerated() {
                    let bare = name.lowercased().trimmingPrefix { !$0.isLetter }.prefix { $0.isLetter }
                    // The Spanish August is the `ago` of "5 min ago".
                    if bare.count > 2, !ago.contains(bare) {
                        months[String(bare), default: index + 1] = index + 1
                    }
                }
            }
        }
        self.months = months
    }

    func month(_ word: String) -> Int? { months[word] }
    func isToday(_ word: String) -> Bool { today.contains(word) }
    func isYesterday(_ word: String) -> Bool { yesterday.contains(word) }
}
