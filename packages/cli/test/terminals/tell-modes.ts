// Asks the terminal around it which modes are on, and writes its answers to a file: `node tell-modes.ts FILE`.
import { writeFileSync } from "node:fs";

const modes = [7, 25, 1000, 1006, 1036, 1049, 2004];
const questions = [...modes.map((mode) => `\x1b[?${mode}$p`), "\x1b[?u", "\x1b[?4m"];

process.stdin.setRawMode(true);
let heard = "";
const done = () => {
  process.stdin.setRawMode(false);
  writeFileSync(process.argv[2] ?? "modes", heard.replaceAll("\x1b", "\n"));
  process.exit();
};
process.stdin.on("data", (bytes) => {
  heard += bytes.toString("latin1");
  if (/\[\?[\d;]*c/.test(heard)) done(); // every terminal answers the last question
});
process.stdout.write(`${questions.join("")}\x1b[c`);
setTimeout(done, 5000);
