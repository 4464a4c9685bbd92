import { openSync, readSync } from "node:fs";

/**
 * The floor: what one would write by hand to look at the lines of a file, and nothing more. It knows where some lines
 * begin, reads only what is near to what is seen, and writes only the rows that changed.
 * `by-hand.mjs list FILE`: from the top, arrows move a mark. `by-hand.mjs view FILE`: from the end, arrows scroll.
 */
const [mode, path] = process.argv.slice(2);
const { stdin, stdout } = process;
const file = openSync(path, "r");
const every = 64;
const { marks, lineCount, size } = scan();
const height = stdout.rows - 1;
const lastTop = Math.max(0, lineCount - height);
let top = mode === "view" ? lastTop : 0;
let chosen = mode === "view" ? -1 : 0;
let drawn = [];

stdin.setRawMode(true);
stdin.on("data", (data) => {
  for (const key of data.toString("latin1").split("\x1b")) press(key);
  draw();
});
stdout.write("\x1b[?1049h\x1b[?25l");
process.on("exit", () => stdout.write("\x1b[?25h\x1b[?1049l"));
draw();

function press(key) {
  const steps = { "[A": -1, "[B": 1, "[5~": -height, "[6~": height };
  if (key === "q" || key === "\x03") process.exit();
  const step = steps[key] ?? 0;
  if (mode === "view") top = within(top + step, lastTop);
  else {
    chosen = within(chosen + step, lineCount - 1);
    top = within(Math.min(Math.max(top, chosen - height + 1), chosen), lastTop);
  }
}

function within(number, most) {
  return Math.max(0, Math.min(most, number));
}

function draw() {
  const bottom = Math.min(lineCount, top + height);
  const first = Math.floor(top / every);
  const end = marks[Math.ceil(bottom / every)] ?? size;
  const bytes = Buffer.allocUnsafe(end - marks[first]);
  readSync(file, bytes, 0, bytes.length, marks[first]);
  const rows = bytes
    .toString("utf8")
    .split("\n")
    .slice(top - first * every, bottom - first * every)
    .map((text, index) => {
      const shown = text.slice(0, stdout.columns).replace(/\p{Cc}/gu, " ");
      return top + index === chosen ? `\x1b[7m${shown}` : shown;
    });
  rows.push(`Showing ${top + 1}–${bottom} of ${lineCount}`);
  const changed = rows.map((row, index) => (row === drawn[index] ? "" : `\x1b[${index + 1};1H${row}\x1b[0m\x1b[K`));
  drawn = rows;
  stdout.write(`\x1b[?2026h${changed.join("")}\x1b[?2026l`);
}

/** Where every so-manieth line begins, how many there are, and where they end. */
function scan() {
  const piece = Buffer.allocUnsafe(1 << 18);
  const found = [0];
  let [count, position] = [0, 0];
  for (;;) {
    const length = readSync(file, piece, 0, piece.length, position);
    if (length === 0) return { marks: found, lineCount: count, size: position };
    for (let at = piece.indexOf(10); at !== -1 && at < length; at = piece.indexOf(10, at + 1)) {
      count += 1;
      if (count % every === 0) found.push(position + at + 1);
    }
    position += length;
  }
}
