// Plays a recording of `codex app-server` (RECORDING). It goes on when the client sends what the recorded one sent; calls that
// the recorded client did not make are refused, as that release refuses unknown ones.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const entries = readFileSync(process.env.RECORDING, "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line));
const idOf = new Map();
let next = 0;

const send = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

createInterface({ input: process.stdin })
  .on("line", (line) => take(JSON.parse(line)))
  .on("close", () => process.exit(0));

function take(message) {
  const recorded = entries[next]?.message;
  const isExpected = message.method === undefined ? isAnswerTo(recorded, message) : recorded?.method === message.method;
  if (isExpected) {
    next += 1;
    idOf.set(recorded.id, message.id);
    return play();
  }
  if (message.method !== undefined && message.id !== undefined)
    send({
      id: message.id,
      error: { code: -32600, message: `Invalid request: unknown variant \`${message.method}\`` },
    });
}

function isAnswerTo(recorded, { id }) {
  return recorded !== undefined && recorded.method === undefined && recorded.id === id;
}

function play() {
  for (; entries[next]?.from === "server"; next += 1) {
    const { message } = entries[next];
    send(message.method === undefined ? { ...message, id: idOf.get(message.id) } : message);
  }
}
