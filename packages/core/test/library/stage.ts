import type { Finding, Hit, Library } from "@reprise/model";
import {
  linesOf,
  makeScriptedHome,
  promptTurn,
  type ScriptedHome,
  type SessionSeed,
  scripted,
  scriptedSource,
} from "@reprise/testkit";
import { afterEach, beforeEach } from "vitest";
import type { Host } from "../../src/host/host.ts";
import { type LibraryOptions, openLibrary } from "../../src/library.ts";

export const all = { scope: "all" } as const;

/** The home of the test that runs. */
export let home: ScriptedHome;
const opened: Library[] = [];

/** A home of its own for each test of the file. */
export function useHome(): void {
  beforeEach(() => {
    home = makeScriptedHome();
  });
  afterEach(() => {
    closeAll();
    home.dispose();
  });
}

export function closeAll(): void {
  for (const library of opened.splice(0)) library.close();
}

/** Closed after the test. */
export function open(options: LibraryOptions = {}, host: Host = home.host): Library {
  const library = openLibrary(host, { sources: [scriptedSource()], ...options });
  opened.push(library);
  return library;
}

export const seed = (thread: string, minute: number, more: Partial<SessionSeed> = {}): SessionSeed => ({
  thread,
  workspace: "/srv/app",
  updatedAt: `2026-11-15T10:${String(minute).padStart(2, "0")}:00.000Z`,
  turns: [promptTurn(`question of ${thread}`)],
  ...more,
});

export const put = (one: SessionSeed, into = home) =>
  into.write(`${one.archived ? "archived" : "sessions"}/${one.thread}.jsonl`, scripted.file(...linesOf(one)));

export const threads = async (library: Library, query: Parameters<Library["list"]>[0] = all) =>
  (await library.list(query)).sessions.map(({ thread }) => thread as string);

export const hits = (library: Library, text: string): Promise<Hit[]> => Array.fromAsync(library.search(text, all));

export const findings = (library: Library, path?: string): Promise<Finding[]> =>
  Array.fromAsync(library.diagnose(path));
