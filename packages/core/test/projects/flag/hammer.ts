/** Writes a file ten times a second, in one style, until a file says stop; prints how often it did. Arguments: path, style. */
import { appendFileSync, existsSync, renameSync, writeFileSync } from "node:fs";

const [, , path = "", style = ""] = process.argv;
let count = 0;
do {
  count += 1;
  const text = `---\nstatus: open\nfinite_incantatem: ${count % 3 === 0}\n---\n\n${"x".repeat(5000)}\nversion ${count}\n`;
  if (style === "in-place") writeFileSync(path, text);
  else if (style === "append") appendFileSync(path, `- line ${count}\n`);
  else {
    writeFileSync(`${path}.editor`, text);
    renameSync(`${path}.editor`, path);
  }
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
} while (!existsSync(`${path}.stop`));
console.log(count);
