import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PortableItem } from "@reprise/core";
import type { NativeWriter } from "@reprise/core/agents";
import { asThreadId, type Timestamp } from "@reprise/model";
import { type ScriptedLine, scripted } from "../scripted-source.ts";
import { homeOf } from "./home.ts";

export const echoWriter: NativeWriter = {
  agent: "echo",
  newThread: () => asThreadId(randomUUID()),
  async write(history, order) {
    const { thread, cwd, at } = order;
    const path = join(homeOf(order), "sessions", `${thread}.jsonl`);
    if (existsSync(path)) return { thread, path };
    mkdirSync(dirname(path), { recursive: true });
    const about = { thread, cwd, workspace: cwd, createdAt: at, source: "replay" };
    const lines = history.map((item) => lineOf(item, at));
    writeFileSync(`${path}.tmp`, scripted.file({ about }, ...lines, { end: "completed", at }));
    renameSync(`${path}.tmp`, path);
    return { thread, path };
  },
};

function lineOf(item: PortableItem, at: Timestamp): ScriptedLine {
  const when = item.at ?? at;
  if (item.kind === "user") return scripted.prompt(item.text, when);
  if (item.kind === "assistant") return scripted.reply(item.text, when);
  const { call, output } = item;
  const command = call.tool === "command" ? call.command : JSON.stringify(call);
  return { item: { kind: "reply", text: `${command}\n${output}` }, at: when };
}
