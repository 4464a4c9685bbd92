import { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { Demo } from "@reprise/demo";
import type { Key, Keyboard } from "../ask/keyboard.ts";
import { homesIn } from "../homes.ts";
import type { Machine } from "../machine.ts";
import { openAnnotationsOn } from "../open-annotations.ts";
import { openPromptsOn } from "../open-runner.ts";

const pressMs = 300;

/** The demo's machine as a command sees it. `keys` are the person's answers; null where nobody answers. */
export function stepMachine(
  demo: Demo,
  real: Machine,
  print: (text: string) => Promise<void>,
  keys: readonly Key[] | null,
): Machine {
  const out = new Writable({
    decodeStrings: false,
    write(text: string | Buffer, _encoding, done) {
      print(text.toString()).then(() => done(), done);
    },
  });
  const left = [...(keys ?? [])];
  return {
    agents: real.agents,
    stdout: out,
    stderr: out,
    isTerminal: { stdin: keys !== null, stdout: false, stderr: keys !== null },
    columns: 100,
    env: demo.env,
    cwd: demo.cwd,
    version: real.version,
    now: () => real.now(),
    sleep: (ms, signal) => real.sleep(ms, signal),
    every: () => () => {}, // output is printed step by step and never redrawn
    readConfig: async () => null,
    copy: async () => null,
    readStdin: async () => "",
    openStdin: () => Readable.from([]),
    openKeyboard: async () => keyboardOf(left),
    openLibrary: async (options) => demo.openLibrary(options),
    openAnnotations: async (library) => openAnnotationsOn(demo.env, library),
    openRunner: async ({ onHealth, library }) => demo.openRunner({ version: real.version, onHealth, library }),
    openProjects: async ({ library, runner }) =>
      (await import("../open-projects.ts")).openProjectsOn(demo.env, {
        library,
        runner,
        agents: real.agents,
      }),
    openReviews: async (options) => (await import("../open-reviews.ts")).openReviewsOn(demo.env, options),
    migrateChats: real.migrateChats,
    openTenants: real.openTenants,
    openChats: async () =>
      (await import("../open-chats.ts")).openChatsOn(demo.env, {
        version: real.version,
        agents: real.agents,
      }),
    openBundles: async (library, { homes }) =>
      (await import("../open-bundles.ts")).openBundlesOn(demo.env, {
        version: real.version,
        agents: real.agents,
        homes,
        library,
      }),
    openPrompts: async () => openPromptsOn(demo.env),
    homes: async (options) => homesIn(demo.env, options),
    interruption: () => real.interruption(),
    onInterrupt: (listener) => real.onInterrupt(listener),
  };
}

/** Presses one key per question, after a moment; then it is gone. */
function keyboardOf(left: Key[]): Keyboard {
  return {
    async next(signal) {
      await wait(pressMs, undefined, { signal }).catch(() => undefined);
      return left.shift() ?? "closed";
    },
    quiet: async () => {},
    close() {},
  };
}
