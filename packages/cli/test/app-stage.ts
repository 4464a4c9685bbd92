import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SessionSummary } from "@reprise/model";
import { codex, type PtyProgram, type ScreenProgram, until } from "@reprise/testkit";
import { expect } from "vitest";
import type { LiveStage } from "./live-stage.ts";
import { modesLeftOn } from "./modes-left-on.ts";

/** A session that the real Codex made in this folder, asking before it leaves its sandbox. */
export async function lived(stage: LiveStage, folder: string, prompt: string, reply: string): Promise<SessionSummary> {
  stage.model.push([{ text: reply }]);
  const settings = ["--sandbox", "read-only", "--approval", "on-request"];
  const { code, stderr } = await stage.run(folder, "run", prompt, ...settings);
  expect(code, stderr).toBe(0);
  return stage.session(({ title }) => title === prompt);
}

/** A call for which the person is asked. */
export function escalated(cmd: string): {
  call: { name: string; arguments: Record<string, unknown> };
} {
  const args = { cmd, sandbox_permissions: "require_escalated", justification: "It must be written." };
  return { call: { name: codex.shellCall(cmd).name, arguments: args } };
}

/** As Codex wrote them in July 2025, which no Codex of today resumes: each text is one message. */
export function writeOldSession(stage: LiveStage, texts: readonly string[]): string {
  const id = "7d1f1c52-36a5-4c89-9b3e-0123456789ab";
  const said = texts.map((text, index) => {
    const isPrompt = index % 2 === 0;
    const content = [{ type: isPrompt ? "input_text" : "output_text", text }];
    return { type: "message", role: isPrompt ? "user" : "assistant", content };
  });
  const rows = [{ id, timestamp: "2025-07-20T10:00:00.000Z", instructions: null }, ...said];
  const day = join(stage.codexHome, "sessions", "2025", "07", "20");
  mkdirSync(day, { recursive: true });
  const path = join(day, `rollout-2025-07-20T10-00-00-${id}.jsonl`);
  writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
  return path;
}

/** By the arrows from the first action of the line, and Enter. */
export async function choose(pty: PtyProgram, action: "Restore" | "Replay" | "GPT Restore"): Promise<void> {
  const steps = { Restore: 1, Replay: 2, "GPT Restore": 3 }[action];
  for (let step = 0; step < steps; step += 1) pty.press("right");
  pty.press("enter");
}

/** The chosen session goes on in the app, and is ready for words. */
export async function restoreChosen(pty: PtyProgram): Promise<void> {
  await choose(pty, "Restore");
  await pty.shows("nothing until you write a message");
  pty.press("enter");
  await pty.shows("Checking server connection… Done");
}

/** Once its Enter counts: not right after it has appeared. */
export async function sendSegment(pty: PtyProgram, segment: number): Promise<void> {
  await pty.ready(new RegExp(`Segment ${segment} of .*: Enter continues`));
  pty.press("enter");
  await until(() => !pty.text().includes(`Segment ${segment} of `), { what: `segment ${segment} to be sent` });
}

/** Answers yes or no once its key counts: the app dims it until then, on a line what follows the question is missing. */
export async function says(pty: PtyProgram, keys: string, shown: string): Promise<void> {
  await pty.ready("[y/n]");
  const isApp = pty.raw().includes("\x1b[?1049h");
  await until(() => isApp || /\[y\/n\](?: |\r\n)$/.test(pty.raw()), { what: `${keys} to count` });
  pty.type(keys);
  await pty.shows(shown);
}

/** Out of a conversation that is quiet: Esc, and once more. */
export async function goBack(pty: PtyProgram): Promise<void> {
  pty.press("escape");
  await pty.shows("Esc again goes back.");
  pty.press("escape");
}

/** The program has ended, and no mode of the terminal is left as it was not before. */
export async function expectGivenBack(pty: ScreenProgram, code: number, signal = 0): Promise<void> {
  const ended = await pty.exited;
  expect([ended.code, ended.signal ?? 0]).toEqual([code, signal]);
  expect(modesLeftOn(pty.raw())).toEqual([]);
}
