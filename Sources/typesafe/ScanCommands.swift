import ArgumentParser

/// The commands that speak to a scan server, for the executable to list.
enum ScanCommands {
    static let all: [any ParsableCommand.Type] = [
        ScanCommand.self, BatchCommand.self, TextCommand.self, WatchCommand.self, FollowCommand.self,
        OpenCommand.self, HistoryCommand.self,
        WrongCommand.self,
        SettingsCommand.self, StatusCommand.self, IntegrateCommand.self, ManualCommand.self,
    ]
}
