import type { ProcessIdentity, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { labelledSamples, shapedSamples } from "../../test/secrets/samples.ts";
import type { Log } from "../log/log.ts";
import type { JournalRecord } from "./journal-record.ts";
import { JournalWriter } from "./journal-writer.ts";
import { redactSecrets } from "./redact.ts";
import { mostHeldBack } from "./redacted-stream.ts";

const identity: ProcessIdentity = { pid: 1, startTicks: "2", boot: "3" };

function openInMemory(): { readonly writer: JournalWriter; readonly records: () => JournalRecord[] } {
  let written = "";
  const log: Partial<Log> = {
    sizeBytes: 0,
    open: () => undefined,
    append(lines) {
      written += lines;
    },
    sync: () => undefined,
    close: () => undefined,
  };
  const writer = new JournalWriter({
    log: () => log as unknown as Log,
    now: () => "2026-11-15T20:00:00.000Z" as Timestamp,
    process: identity,
    lastSeq: 0,
    lastEpoch: 0,
    redacts: true,
    onHealth: () => undefined,
  });
  const records = () => {
    writer.flush();
    return written.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as JournalRecord]));
  };
  return { writer, records };
}

/** How agents send a piece of text. */
const protocols: Readonly<Record<string, (piece: string, number: number) => object>> = {
  "Codex reply": (delta) => ({
    method: "item/agentMessage/delta",
    params: { threadId: "t", itemId: "i", delta },
  }),
  "Codex output": (delta) => ({
    method: "item/commandExecution/outputDelta",
    params: { threadId: "t", itemId: "i", delta },
  }),
  "Codex before 0.72": (delta) => ({ id: "0", msg: { type: "agent_message_delta", delta } }),
  "Codex output before 0.72": (piece) => ({
    id: "0",
    msg: { type: "exec_command_output_delta", call_id: "c", chunk: [...Buffer.from(piece)] },
  }),
  "Claude text": (text, number) => ({
    type: "stream_event",
    event: { type: "content_block_delta", index: 0, delta: { type: "text_delta", text } },
    session_id: "s",
    uuid: `u${number}`,
  }),
  "Claude input": (partial_json, number) => ({
    type: "stream_event",
    event: { type: "content_block_delta", index: 1, delta: { type: "input_json_delta", partial_json } },
    uuid: `u${number}`,
  }),
  Gemini: (content, number) => ({
    type: "message",
    timestamp: `2026-11-15T20:00:${number}Z`,
    role: "assistant",
    content,
    delta: true,
  }),
  "an unknown agent": (output) => ({ event: "tool_output_chunk", payload: { output } }),
};

/** Every string of a record and of the JSON within it, in order. */
function strings(value: unknown): string[] {
  if (typeof value === "string") return stringsOfJson(value) ?? [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
}

function stringsOfJson(text: string): string[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? strings(value) : null;
  } catch {
    return null;
  }
}

/** No run of ten characters of the secret itself can be had by joining what was stored. */
function expectNone(records: readonly JournalRecord[], secret: string): void {
  const all = records.flatMap((record) =>
    strings("line" in record ? record.line : "text" in record ? record.text : ""),
  );
  const joined = [all.join(""), all.join("\n"), JSON.stringify(records)];
  const start = secret.startsWith("-----") ? secret.indexOf("KEY") + 20 : Math.min(18, secret.length / 3);
  for (let at = Math.floor(start); at + 10 <= secret.length - 40 || at === Math.floor(start); at += 5) {
    const window = secret.slice(at, at + 10);
    for (const text of joined) expect(text).not.toContain(window);
  }
}

const samples = [
  ...shapedSamples.map(({ kind, secret }) => ({ kind, secret, text: `say ${secret} end\n` })),
  ...labelledSamples.map((parts) => ({ kind: parts[0], secret: parts[1], text: parts.join("") })),
];

/** All places of a short text, and as many of a long one. */
function splits(text: string): number[] {
  const step = Math.ceil(text.length / 120);
  return Array.from({ length: Math.ceil(text.length / step) }, (_, index) => index * step);
}

describe("what a journal stores of a secret that was streamed", () => {
  it.each(samples)("is none of it, wherever it is split: $kind", ({ secret, text }) => {
    const { writer, records } = openInMemory();
    const shapes = Object.values(protocols);
    const texts: string[] = [];
    splits(text).forEach((at, number) => {
      const item = `item ${number}`;
      const middle = at + ((number * 7) % (text.length - at));
      const pieces = [text.slice(0, at), text.slice(at, middle), text.slice(middle)];
      for (const piece of pieces) {
        writer.line("in", JSON.stringify(shapes[number % shapes.length]?.(piece, number)));
        writer.stream(item, "reply", piece);
        // Something else happens between two pieces: what is there so far is written.
        writer.append({ type: "turn-started", turn: null });
      }
      texts.push(item);
      writer.append({ type: "item-completed", item, kind: "reply" });
    });
    const stored = records();
    expectNone(stored, secret);
    const whole = redactSecrets(text);
    for (const item of texts) {
      const text = stored.map((record) => (record.type === "text" && record.item === item ? record.text : ""));
      expect(text.join("")).toBe(whole);
    }
  });

  it.each(Object.entries(protocols))("keeps all of a line of %s but its text", (_, shape) => {
    const { writer, records } = openInMemory();
    writer.line("in", JSON.stringify(shape("sk-proj-", 5)));
    const [line] = records().flatMap((record) => (record.type === "line" ? [record.line] : []));
    const emptied = JSON.stringify(shape("", 5)).replace(/"chunk":\[\]/, '"chunk":""');
    expect(line?.replace(/\[8 (?:characters|bytes)\]/, "")).toBe(emptied);
  });

  it("is at most held back by its bound when everything dies between two pieces", () => {
    for (const { text } of samples) {
      const { writer, records } = openInMemory();
      const whole = redactSecrets(text);
      for (const piece of text.match(/[\s\S]{1,9}/g) ?? []) writer.stream("i", "output", piece);
      const stored = records().map((record) => (record.type === "text" ? record.text : ""));
      expect(whole.startsWith(stored.join(""))).toBe(true);
      expect(whole.length - stored.join("").length).toBeLessThanOrEqual(mostHeldBack);
    }
  });

  it("is none of it when an agent prints a key line by line, and every other line stays", () => {
    const lines = Array.from({ length: 8 }, () => "aB3dE5gH7jK9".repeat(5));
    const key = ["-----BEGIN RSA PRIVATE KEY-----", ...lines, "-----END RSA PRIVATE KEY-----"];
    for (const direction of ["stderr", "in"] as const) {
      const { writer, records } = openInMemory();
      for (const line of ["first", ...key, "last", "password=", "another"]) writer.line(direction, line);
      const stored = records().flatMap((record) => (record.type === "line" ? [record.line] : []));
      expect(stored.filter((line) => line !== "")).toEqual([
        "first",
        "[redacted private key]",
        "last",
        "password=",
        "another",
      ]);
    }
  });

  it("is all of a line that streams nothing, though it speaks of deltas", () => {
    const { writer, records } = openInMemory();
    const lines = [
      { method: "item/completed", params: { item: { type: "agentMessage", text: "The delta of a chunk." } } },
      { type: "assistant", message: { content: [{ type: "tool_use", input: { delta: "x", chunk: "y" } }] } },
      { id: 7, result: { text: "partial" } },
    ].map((line) => JSON.stringify(line));
    for (const line of lines) writer.line("in", line);
    expect(records().flatMap((record) => (record.type === "line" ? [record.line] : []))).toEqual(lines);
  });

  it("is nothing of a streaming line however deep it is nested", () => {
    const { writer, records } = openInMemory();
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    writer.line("in", `{"delta":"sk-proj-","x":${deep}}`);
    const [line] = records().flatMap((record) => (record.type === "line" ? [record.line] : []));
    expect(line).not.toContain("sk-proj");
  });
});
