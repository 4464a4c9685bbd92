/** Light and dark, from a phone to paper. Everything folded is open in print. */
export const stylesheet = `:root { color-scheme: light dark; --text: #1d2126; --quiet: #5a6370; --page: #fff; --panel: #f4f5f7; --line: #d9dde3;
  --good: #12692f; --bad: #a3191f; --warn: #7a5200; --mark: #0b57a4; --added: #e6f6ea; --removed: #fdeaea; }
@media (prefers-color-scheme: dark) { :root { --text: #e3e6ea; --quiet: #9aa4b1; --page: #15181c; --panel: #1e2227;
  --line: #363c44; --good: #7bd88f; --bad: #ff9a97; --warn: #f0c265; --mark: #7fb8f5; --added: #16301f; --removed: #3a1d20; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--text); font: 16px/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
main { display: flex; flex-direction: column; max-width: 54rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
main > * { order: 2; min-width: 0; }
main > header, main > nav { order: 1; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0 0 .4rem; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 1rem; padding-top: 1rem; border-top: 1px solid var(--line); display: flex;
  flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; }
h2 a { color: inherit; text-decoration: none; }
h2 .state, h2 time { font-size: .85rem; font-weight: normal; }
h3 { font-size: .8rem; margin: 0 0 .3rem; color: var(--quiet); font-weight: 600; letter-spacing: .02em; }
h4 { margin: 1rem 0 .4rem; font-size: 1rem; } h4.h1 { font-size: 1.2rem; } h4.h2 { font-size: 1.1rem; }
.line { margin: 0 0 1rem; color: var(--quiet); }
dl { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .15rem 1rem; font-size: .9rem; margin: .5rem 0; }
dt, time { color: var(--quiet); font-weight: normal; }
dd { margin: 0; overflow-wrap: anywhere; }
nav { margin-top: 1.5rem; }
nav h2 { margin: 0 0 .4rem; border: 0; padding: 0; }
nav ol { list-style: none; margin: 0; padding: 0; border-top: 1px solid var(--line); }
nav li { border-bottom: 1px solid var(--line); }
nav li a { display: grid; grid-template-columns: 2.2rem minmax(0, 1fr) auto; gap: .7rem; padding: .35rem 0; color: inherit; text-decoration: none; }
nav li a:hover { color: var(--mark); }
nav li span:nth-child(2) { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
nav li span:first-child, nav li span:last-child { color: var(--quiet); }
article { margin: 0 0 1.2rem; }
a { color: var(--mark); overflow-wrap: anywhere; }
.plain { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.markdown { overflow-wrap: anywhere; }
.markdown > :first-child { margin-top: 0; } .markdown > :last-child { margin-bottom: 0; }
.markdown p, .markdown ul, .markdown ol { margin: .5rem 0; }
.markdown ul, .markdown ol { padding-left: 1.4rem; } .task { list-style: none; margin-left: -1.2rem; }
blockquote { margin: .5rem 0; padding-left: .9rem; border-left: 3px solid var(--line); color: var(--quiet); }
.address { color: var(--quiet); font-size: .85em; }
.prompt { padding: .8rem 1rem; background: var(--panel); border-left: 3px solid var(--mark); border-radius: 0 6px 6px 0; }
.prompt .markdown p { white-space: pre-wrap; }
.notice, .reasoning { color: var(--quiet); font-size: .93rem; }
pre { margin: .3rem 0; padding: .6rem .8rem; background: var(--panel); border: 1px solid var(--line); border-radius: 6px;
  font: 13px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere; }
pre.diff { padding: .4rem 0; }
pre, code { tab-size: 4; }
code { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .9em; }
p code, li code, td code { background: var(--panel); border-radius: 4px; padding: .1em .3em; }
pre code { font-size: inherit; }
pre.command { border-left: 3px solid var(--quiet); } pre.command code::before { content: "$ "; color: var(--quiet); }
.path { margin: .6rem 0 .2rem; font-size: .9rem; overflow-wrap: anywhere; }
ins, del, .diff span { display: block; padding: 0 .8rem; text-decoration: none; min-height: 1.5em; }
ins { color: var(--good); background: var(--added); } del { color: var(--bad); background: var(--removed); }
.diff .place { color: var(--quiet); }
.table { overflow-x: auto; margin: .6rem 0; }
table { border-collapse: collapse; font-size: .92rem; } th, td { border: 1px solid var(--line); min-width: 4rem; padding: .3rem .6rem; text-align: left; vertical-align: top; }
th { background: var(--panel); } .right { text-align: right; } .center { text-align: center; }
.outcome { color: var(--bad); } .failed { color: var(--bad); } .good { color: var(--good); }
.interrupted { color: var(--warn); } .live { color: var(--good); }
summary { cursor: pointer; color: var(--mark); font-size: .9rem; padding: .15rem 0; }
@media (max-width: 30rem) { main { padding: 1rem .75rem 3rem; } h1 { font-size: 1.3rem; } pre { font-size: 12px; padding: .5rem; }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; } dd { margin-bottom: .35rem; } nav li a { grid-template-columns: 1.6rem minmax(0, 1fr) auto; } }
@page { margin: 16mm 14mm; }
@media print { :root { --text: #000; --quiet: #444; --page: #fff; --panel: #f6f6f6; --line: #ccc; --good: #0a5a25; --bad: #8c1117; --mark: #000; --added: #eef8f0; --removed: #fbeeee; }
  body { font-size: 10.5pt; } main { display: block; max-width: none; padding: 0; } nav { display: none; } h2, h3, .path { break-after: avoid; }
  pre { font-size: 8.5pt; } article, tr { break-inside: auto; } a { color: inherit; }
  details::details-content { content-visibility: visible; block-size: auto; display: block; } summary { display: none; } }
`;
