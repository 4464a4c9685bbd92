import { builtInAgents, type Thread } from "@reprise/core";
import { SessionError } from "@reprise/model";
import type { Interruption } from "./interruption.ts";
import type { LibraryOptions, Machine } from "./machine.ts";
import { openLibraryOn } from "./open-library.ts";
import { mayBeTerminal, writeNow } from "./stdout.ts";

/** How a program that is more than one run of a command reads files: behind the command, and beside it. */
interface FilesRead {
  readonly indexBehind?: (homes: LibraryOptions["homes"]) => void;
  readonly startThreads?: () => readonly Thread[];
}

/** Creates expensive parts on demand. */
export function realMachine(
  version: string,
  interruption: Interruption,
  agents: Machine["agents"] = builtInAgents,
  { indexBehind, startThreads }: FilesRead = {},
): Machine {
  const { env } = process;
  return {
    agents,
    env,
    version,
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    writeNow,
    isTerminal: {
      get stdin() {
        return process.stdin.isTTY === true;
      },
      get stdout() {
        return mayBeTerminal(1) && process.stdout.isTTY === true;
      },
      get stderr() {
        return mayBeTerminal(2) && process.stderr.isTTY === true;
      },
    },
    get columns() {
      return process.stdout.columns || process.stderr.columns || 80;
    },
    get cwd() {
      return currentFolder();
    },
    now: () => new Date(),
    sleep: async (ms, signal) => (await import("./lazy-commands.ts")).sleep(ms, signal),
    every(ms, listener) {
      const timer = setInterval(listener, ms).unref();
      return () => clearInterval(timer);
    },
    readConfig: async () => (await import("./lazy-commands.ts")).readConfigFile(env),
    copy: async (text) => (await import("./lazy-commands.ts")).copyToClipboard(text),
    readStdin: async () => (await import("./lazy-commands.ts")).readAll(process.stdin),
    openStdin: () => process.stdin,
    openKeyboard: async () => (await import("./lazy-commands.ts")).openKeyboard(process.stdin),
    async openLibrary(options) {
      const { chats, homes } = options;
      if (chats) return (await import("./open-chats.ts")).openChatLibraryOn(env, { ...options, agents, chats });
      const behind = indexBehind && (() => indexBehind(homes));
      return openLibraryOn(env, { ...options, indexBehind: behind, startThreads }, agents);
    },
    openAnnotations: async (library) => (await import("./lazy-commands.ts")).openAnnotationsOn(env, library),
    openRunner: async (options) =>
      (await import("./lazy-commands.ts")).openRunnerOn(env, { version, agents, ...options }),
    openProjects: async (options) => (await import("./open-projects.ts")).openProjectsOn(env, { agents, ...options }),
    openReviews: async (options) => (await import("./open-reviews.ts")).openReviewsOn(env, options),
    migrateChats: async (options) => (await import("./open-chats.ts")).migrateChatsOn(env, options),
    openTenants: async (store) => (await import("@reprise/chat/fleet")).openTenants(store),
    openChats: async (options) => (await import("./open-chats.ts")).openChatsOn(env, { version, agents, ...options }),
    openBundles: async (library, { homes }) =>
      (await import("./open-bundles.ts")).openBundlesOn(env, { version, agents, homes, library }),
    openPrompts: async () => (await import("./lazy-commands.ts")).openPromptsOn(env),
    homes: async (options) => (await import("./lazy-commands.ts")).homesIn(env, options, agents),
    interruption: () => interruption.signal(),
    onInterrupt: (listener) => interruption.listen(listener),
  };
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new SessionError("not-found", "This folder no longer exists. Go to another one, then try again.", {
      cause,
    });
  }
}
