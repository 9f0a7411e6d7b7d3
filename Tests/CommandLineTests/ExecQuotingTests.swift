import Testing

@testable import typesafe

@Suite("Lines that start the program")
struct ExecQuotingTests {
    @Test("A path stays itself in a systemd unit, or isn't written into one")
    func systemd() {
        #expect(ExecQuoting.systemd("/usr/bin/typesafe") == #":"/usr/bin/typesafe""#)
        #expect(ExecQuoting.systemd("/o dd/$HOME`id`%h/t") == #":"/o dd/$HOME`id`%%h/t""#)
        for path in ["/a\"b", "/a'b", #"/a\b"#, "/a\nExecStart=/bin/sh"] {
            #expect(ExecQuoting.systemd(path) == nil, "\(path)")
        }
    }

    @Test("A path stays itself in a desktop entry")
    func desktopEntry() {
        #expect(ExecQuoting.desktopEntry("/usr/bin/typesafe") == "/usr/bin/typesafe")
        #expect(ExecQuoting.desktopEntry("/o dd/t") == #""/o dd/t""#)
        #expect(
            ExecQuoting.desktopEntry(#"/o dd/$HOME`id`%u"q\b"#)
                == #""/o dd/\\$HOME\\`id\\`%%u\\"q\\\\b""#)
        #expect(ExecQuoting.desktopEntry("/a\nExec=/bin/sh") == nil)
    }
}
