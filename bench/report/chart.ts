/** One pair of bars: how the chart says it, and the row of docs/benchmarks.md it is from. */
interface Pair {
  readonly title: string;
  readonly what: string;
  readonly peer: string;
  readonly peerName: string;
}

const pairs: readonly Pair[] = [
  {
    title: "List 10,000 sessions for the first time",
    what: "first `list` of 10000 sessions",
    peer: "Codex's first start + list",
    peerName: "Codex",
  },
  { title: "List them again", what: "warm `list` of 10000", peer: "Codex's start + list", peerName: "Codex" },
  {
    title: "Find a word in them",
    what: "warm `search` of a word in 100 of 10000 sessions",
    peer: "Codex's start + thread/search",
    peerName: "Codex",
  },
  {
    title: "The same against grep, which finds files only",
    what: "warm `search` of a word in 100 of 10000 sessions",
    peer: "grep -rlF",
    peerName: "grep",
  },
  {
    title: "Show the end of a session of 1 GB; Codex: one of 50 MB",
    what: "last turn of a session of 1.00 GB, nothing indexed",
    peer: "Codex's start + full resume of 50 MB",
    peerName: "Codex",
  },
];

const [width, left, row, gap] = [760, 84, 18, 18];
const room = width - left - 90;

/** The measured table of docs/benchmarks.md as bars, of which shorter is better. Rows that were not measured are left out. */
export function chartOf(document: string): string {
  const rows = document.split("\n").flatMap((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    return cells.length < 7 ? [] : [{ what: cells[1] ?? "", ours: cells[5] ?? "", peer: cells[6] ?? "" }];
  });
  const shown = pairs.flatMap(({ title, what, peer, peerName }) => {
    const found = rows.find((one) => one.what.startsWith(what) && one.peer.startsWith(peer));
    const [ours, theirs] = [milliseconds(found?.ours), milliseconds(found?.peer)];
    return ours === null || theirs === null ? [] : [{ title, peerName, ours, theirs }];
  });
  const height = shown.length * (3 * row + gap) + 30;
  const about = /^\d{4}-\d\d-\d\d.*?(?=; load|$)/m.exec(document)?.[0] ?? "";
  const groups = shown.map(({ title, peerName, ours, theirs }, index) => {
    const top = index * (3 * row + gap) + 20;
    const most = Math.max(ours, theirs);
    return [
      `<text class="title" x="0" y="${top}">${escaped(title)}</text>`,
      bar("Reprise", ours, { top: top + 8, most, tone: "ours" }),
      bar(peerName, theirs, { top: top + 8 + row, most, tone: "peer" }),
    ].join("\n");
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="How long Reprise and others take">`,
    `<style>${style}</style>`,
    ...groups,
    `<text class="about" x="0" y="${height - 8}">Shorter is better. ${escaped(about)}</text>`,
    "</svg>\n",
  ].join("\n");
}

const style = `text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-weight:600}.about{font-size:11px;fill:#656d76}
.ours{fill:#0969da}.peer{fill:#afb8c1}@media(prefers-color-scheme:dark){text{fill:#e6edf3}.about{fill:#8d96a0}.ours{fill:#4493f8}.peer{fill:#57606a}}`;

function bar(name: string, value: number, how: { top: number; most: number; tone: string }): string {
  const { top, most, tone } = how;
  const length = Math.max(2, Math.round((value / most) * room));
  const middle = top + 13;
  return [
    `<text x="0" y="${middle}">${name}</text>`,
    `<rect class="${tone}" x="${left}" y="${top + 3}" width="${length}" height="${row - 6}" rx="2"/>`,
    `<text x="${left + length + 8}" y="${middle}">${spoken(value)}</text>`,
  ].join("");
}

/** `150 ms (127 ms–175 ms)` or `Codex's start + list: 17.1 s (…)`: the median before the brackets. */
function milliseconds(cell: string | undefined): number | null {
  const [, figure, unit] = /(?:^|: )([\d.]+) (ms|s)(?: |$)/.exec(cell ?? "") ?? [];
  return figure === undefined ? null : Number(figure) * (unit === "s" ? 1000 : 1);
}

function spoken(value: number): string {
  return value < 1000 ? `${value} ms` : `${(value / 1000).toFixed(1)} s`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
