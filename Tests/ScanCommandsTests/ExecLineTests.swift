import Testing

@testable import ScanCommands

@Suite("Lines that start the program")
struct ExecLineTests {
    @Test("A path stays itself in a systemd unit, or isn't written into one")
    func systemd() {
        #expect(ExecLine.systemd("/usr/bin/typesafe") == #":"/usr/bin/typesafe""#)
        #expect(ExecLine.systemd("/o dd/$HOME`id`%h/t") == #":"/o dd/$HOME`id`%%h/t""#)
        for path in ["/a\"b", "/a'b", #"/a\b"#, "/a\nExecStart=/bin/sh"] {
            #expect(ExecLine.systemd(path) == nil, "\(path)")
        }
    }

    @Test("A path stays itself in a desktop entry")
    func desktopEntry() {
        #expect(ExecLine.desktopEntry("/usr/bin/typesafe") == #""/usr/bin/typesafe""#)
        #expect(
            ExecLine.desktopEntry(#"/o dd/$HOME`id`%u"q\b"#)
                == #""/o dd/\\$HOME\\`id\\`%%u\\"q\\\\b""#)
        #expect(ExecLine.desktopEntry("/a\nExec=/bin/sh") == nil)
    }
}
