#!/usr/bin/env node
// `program.mjs new|resume THREAD`: prints its prompt, read from stdin, and the previous one. `die` makes it crash, `wait for
// FILE` wait until the file exists.
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

const [how, thread] = process.argv.slice(2);
const folder = join(process.env.ECHO_HOME ?? join(process.env.HOME ?? "/", ".echo"), "sessions");
const path = join(folder, `${thread}.jsonl`);
if (how === "resume" && !existsSync(path)) {
  console.error(`No such session: ${thread}.`);
  process.exit(1);
}
mkdirSync(folder, { recursive: true });

const earlier = existsSync(path)
  ? readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
  : [];
const before = earlier.findLast((line) => line.item?.kind === "prompt")?.item.text;
const prompt = await text(process.stdin);
const reply = `You say: ${prompt}${before === undefined ? "" : ` (before: ${before})`}`;
const cwd = process.cwd();
const at = () => new Date().toISOString();

print({ thread });
if (how === "new") record({ about: { thread, cwd, workspace: cwd, createdAt: at(), source: "program" } });
record({ item: { kind: "prompt", text: prompt }, at: at() });
const awaited = prompt.startsWith("wait for ") ? prompt.slice("wait for ".length) : null;
while (awaited !== null && !existsSync(awaited)) await new Promise((resolve) => setTimeout(resolve, 20));
if (prompt === "die") process.kill(process.pid, "SIGKILL");
record({ item: { kind: "reply", text: reply }, at: at() });
print({ reply });
record({ end: "completed", at: at() });
print({ end: "completed" });

function record(line) {
  appendFileSync(path, `${JSON.stringify(line)}\n`);
}

function print(line) {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}
