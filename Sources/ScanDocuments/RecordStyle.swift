/// How a record looks, on a screen and on paper.
enum RecordStyle {
    static let sheet = """
        :root { color-scheme: light dark; --ink: #1c1e21; --soft: #565b63; --ground: #fff; --line: #c9cdd3; --mark: #ffe08a;
          --marked: #1c1e21; --level: #565b63 }
        @media (prefers-color-scheme: dark) { :root { --ink: #eceef1; --soft: #a9afb8; --ground: #17191c; --line: #43484f;
          --mark: #7a5d00; --marked: #fff; --level: #a9afb8 } }
        .high { --level: #b3141b } .medium { --level: #8a5300 } .low { --level: #1b6e3c }
        @media (prefers-color-scheme: dark) { .high { --level: #ff8f8a } .medium { --level: #f5b95f } .low { --level: #7ed6a0 } }
        body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif }
        main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; overflow-wrap: anywhere }
        h1 { color: var(--level); font-size: 1.9rem; line-height: 1.2; margin: 0 }
        h2 { font-size: 1.15rem; margin: 1.8rem 0 .4rem }
        .shape { display: inline-block; width: 1.5rem; height: 1.5rem; margin-right: .6rem; vertical-align: -.15rem; background: var(--level) }
        .high .shape { clip-path: polygon(30% 0, 70% 0, 100% 30%, 100% 70%, 70% 100%, 30% 100%, 0 70%, 0 30%) }
        .medium .shape { clip-path: polygon(50% 4%, 100% 96%, 0 96%) }
        .low .shape { border-radius: 50% }
        .unknown .shape { clip-path: polygon(50% 0, 100% 50%, 50% 100%, 0 50%) }
        .sure { color: var(--soft); margin: .2rem 0 0 } .lead { font-size: 1.15rem; margin: .6rem 0 0 }
        small { color: var(--soft) }
        ul, ol { margin: 0; padding-left: 1.4rem } li { margin: .3rem 0 }
        .tick { list-style: "☐ " }
        figure { margin: 1.8rem 0 0; break-inside: avoid } figcaption { color: var(--soft) }
        .picture { position: relative; display: inline-block; max-width: 100%; border: 1px solid var(--line) }
        .picture img { display: block; max-width: 100%; height: auto; max-height: 80vh; width: auto }
        .picture svg { position: absolute; inset: 0; width: 100%; height: 100% }
        rect { fill: none; stroke: #d0021b; stroke-width: 2; vector-effect: non-scaling-stroke }
        svg text { fill: #d0021b; stroke: #fff; stroke-width: 3px; paint-order: stroke; font-weight: 700; font-family: sans-serif }
        .message { border-left: 3px solid var(--line); padding-left: .8rem } .message p { margin: 0 }
        mark { background: var(--mark); color: var(--marked) }
        table { border-collapse: collapse } th { text-align: left; font-weight: 600; padding: .2rem 1rem .2rem 0; vertical-align: top }
        td { padding: .2rem 1rem .2rem 0; vertical-align: top }
        .rules { font-size: .85rem } .number { text-align: right; white-space: nowrap }
        .back { margin-top: 2rem } a { color: inherit }
        @page { margin: 16mm }
        @media print { :root { color-scheme: light; --ink: #000; --soft: #444; --ground: #fff; --line: #999; --mark: #ffe08a; --marked: #000 }
          main { max-width: none; padding: 0 } .picture img { max-height: 19cm } .back { display: none } li, tr { break-inside: avoid }
          h2 { break-after: avoid } mark { text-decoration: underline } .shape, mark { print-color-adjust: exact } }
        """
}
