import { appendFileSync, readFileSync, statSync, truncateSync, utimesSync } from "node:fs";
import { planTurn } from "./plan.ts";
import { Random } from "./random.ts";
import { Rollout, type Setting } from "./rollout.ts";
import { smallShape } from "./shapes.ts";
import { Speaker } from "./speaker.ts";
import { tellTurn } from "./turn.ts";

/** Lets a session go on by a turn, as if Codex had been used meanwhile. Returns how many bytes were added. */
export function appendTurn(path: string): number {
  const lines = readFileSync(path, "utf8").trimEnd().split("\n");
  const { payload: meta } = JSON.parse(lines[0] ?? "") as { payload: { id: string; cwd: string } };
  const last = JSON.parse(lines.at(-1) ?? "") as { ordinal: number; timestamp: string };
  const from = { ordinal: last.ordinal + 1, atMs: Date.parse(last.timestamp) + 60_000 };
  const setting: Setting = {
    thread: meta.id,
    cwd: meta.cwd,
    model: "gpt-5.5",
    source: "cli",
    startedAtMs: from.atMs,
  };
  const rollout = new Rollout(setting, new Random(11, from.ordinal), from);
  const wish = { isFirst: false, mayBeKilled: false, isCjk: false, planted: [] };
  tellTurn(rollout, planTurn(Speaker.of(0, rollout.random), { ...smallShape, badShare: 0 }, wish));
  const text = rollout.take();
  appendFileSync(path, text);
  return Buffer.byteLength(text);
}

/** Remembers a file as it is; the returned function makes it so again. */
export function rememberFile(path: string): () => void {
  const { size, atime, mtime } = statSync(path);
  return () => {
    truncateSync(path, size);
    utimesSync(path, atime, mtime);
  };
}
