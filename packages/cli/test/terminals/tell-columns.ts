// Shows lines as the app does and asks the terminal where its cursor is after each: `node tell-columns.ts FILE`.
import { writeFileSync } from "node:fs";
import { realTerminal } from "@reprise/tui";
import { doubtfulLines } from "./doubtful-lines.ts";

const terminal = realTerminal({ input: process.stdin, output: process.stdout });
terminal.enter(() => {});
await terminal.answered();
terminal.show({ lines: [" "] });
const problems: string[] = [];
for (const { line, column } of doubtfulLines) {
  const place = Promise.withResolvers<string>();
  const listen = (bytes: Buffer) => {
    const told = /\[\d+;(\d+)R/.exec(bytes.toString("latin1"));
    if (told?.[1]) place.resolve(told[1]);
  };
  process.stdin.on("data", listen);
  terminal.show({ lines: [line] });
  terminal.write("\x1b[6n");
  const seen = Number(await place.promise);
  process.stdin.off("data", listen);
  if (seen !== column) problems.push(`“${line}” ends in column ${seen} instead of ${column}`);
}
terminal.leave();
writeFileSync(process.argv[2] ?? "columns", problems.join("\n"));
process.exit();
