/** Writes a file as fast as it can, in one style, and prints how often it did. Arguments: path, style, milliseconds. */
import { appendFileSync, renameSync, writeFileSync } from "node:fs";

const [, , path = "", style = "", lasting = "0"] = process.argv;
const untilMs = performance.now() + Number(lasting);
let count = 0;
while (performance.now() < untilMs) {
  count += 1;
  const text = `---\nstatus: open\nfinite_incantatem: ${count % 3 === 0}\n---\n\n${"x".repeat(5000)}\nversion ${count}\n`;
  if (style === "in-place") writeFileSync(path, text);
  else if (style === "append") appendFileSync(path, `- line ${count}\n`);
  else {
    writeFileSync(`${path}.editor`, text);
    renameSync(`${path}.editor`, path);
  }
  if (style === "append") Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
console.log(count);
