import { noSettings, type Settings, type ThreadId, type Timestamp } from "@reprise/model";
import type { WriteOrder } from "../../src/agents/writing/native-writer.ts";

export const anyThread = "01a1e1aa-f573-75eb-a639-864a9def9959" as ThreadId;

/** An order to write a session, with what does not matter filled in. */
export function orderOf(home: string, settings: Partial<Settings> = {}, more: Partial<WriteOrder> = {}): WriteOrder {
  return {
    thread: anyThread,
    home,
    cwd: "/w",
    settings: { ...noSettings, ...settings },
    at: "2026-11-15T10:00:00.000Z" as Timestamp,
    title: "A title",
    program: null,
    env: {},
    signal: new AbortController().signal,
    ...more,
  };
}
