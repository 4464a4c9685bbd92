import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ChatAgent, ProcessEnd } from "@reprise/core/agents";
import type { ChatEvent } from "@reprise/model";
import { chatEventSchema } from "@reprise/model/schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

export interface MapperCase {
  readonly chat: ChatAgent;
  /** A folder of recorded outputs. */
  readonly recordings: string;
  /** Recordings in which the agent does not name the session. */
  readonly unnamed?: readonly string[];
}

export interface Mapped {
  readonly session?: string;
  readonly end?: Partial<ProcessEnd>;
}

const done: ProcessEnd = { code: 0, signal: null, stderr: "", stopped: null };

/** The events of an output. */
export function mapOutput(
  chat: ChatAgent,
  output: Uint8Array | readonly object[],
  { session, end }: Mapped = {},
): ChatEvent[] {
  const pieces = output instanceof Uint8Array ? [output] : [linesOf(output)];
  return mapPieces(chat, pieces, { ...(session === undefined ? {} : { session }), ...(end ? { end } : {}) });
}

function mapPieces(chat: ChatAgent, pieces: readonly Uint8Array[], { session, end }: Mapped = {}): ChatEvent[] {
  const input = { message: "m", ...(session === undefined ? {} : { session_id: session }) };
  const mapper = chat.createStdoutMapper({ input });
  return [...pieces.flatMap((piece) => mapper.push(piece)), ...mapper.flush({ ...done, ...end })];
}

/** Checks for every agent's mapper. */
export function describeStdoutMapper(name: string, { chat, recordings, unnamed = [] }: MapperCase): void {
  const names = readdirSync(recordings, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".jsonl"))
    .sort();

  describe(`events of ${name}`, () => {
    test.each(names)("%s: the same events for any pieces of the same bytes", (path) => {
      const bytes = readFileSync(join(recordings, path));
      const whole = mapPieces(chat, [bytes]);
      expectEvents(whole, { isNamed: !unnamed.includes(path) });
      fc.assert(
        fc.property(fc.array(fc.nat(bytes.length), { maxLength: 40 }), (places) => {
          expect(mapPieces(chat, cut(bytes, places))).toEqual(whole);
        }),
        { numRuns: 20 },
      );
      expect(mapPieces(chat, cut(bytes, [...bytes.keys()]))).toEqual(whole);
    });

    test.each(names)("%s: cut off anywhere, it is never an empty success", (path) => {
      const bytes = readFileSync(join(recordings, path));
      const whole = mapPieces(chat, [bytes]);
      fc.assert(
        fc.property(fc.nat(bytes.length), (size) => {
          const events = mapPieces(chat, [bytes.subarray(0, size)], {
            end: { code: null, signal: "SIGKILL" },
          });
          expectEvents(events, { isNamed: false });
          if (isCompleted(events)) expectStart(textIn(events), textIn(whole));
          else expect(events.at(-2)?.type).toBe("error");
        }),
        { numRuns: 40 },
      );
    });
  });
}

/** One `init` at most, each call once and with one result, and one `result`, at the end. */
function expectEvents(events: readonly ChatEvent[], { isNamed }: { isNamed: boolean }): void {
  for (const event of events) chatEventSchema.parse(event);
  const count = (type: ChatEvent["type"]) => events.filter((event) => event.type === type).length;
  expect(count("init")).toBeLessThanOrEqual(1);
  if (isNamed) expect(count("init")).toBe(1);
  expect(events.filter(({ type }) => type === "result")).toEqual([events.at(-1)]);
  const ids = (type: "tool_use" | "tool_result") =>
    events.flatMap((event) => (event.type === type ? [event.tool_id] : [])).sort();
  expect(ids("tool_result")).toEqual(ids("tool_use"));
  expect(new Set(ids("tool_use")).size).toBe(ids("tool_use").length);
}

/** A turn may go on after its first result, with what its sub-agents found. */
function expectStart(text: string, whole: string): void {
  if (whole !== "") expect(text).not.toBe("");
  expect(whole.startsWith(text)).toBe(true);
}

function isCompleted(events: readonly ChatEvent[]): boolean {
  const last = events.at(-1);
  return last?.type === "result" && last.status === "completed";
}

function textIn(events: readonly ChatEvent[]): string {
  return events.map((event) => (event.type === "message" ? event.content : "")).join("");
}

function cut(bytes: Uint8Array, at: readonly number[]): Uint8Array[] {
  const places = [...new Set(at.map((place) => place % (bytes.length + 1)))].sort((a, b) => a - b);
  return [0, ...places].map((from, index) => bytes.subarray(from, places[index]));
}

function linesOf(lines: readonly object[]): Uint8Array {
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
}
