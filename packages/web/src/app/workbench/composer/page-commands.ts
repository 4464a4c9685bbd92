import {
  type ConversationCommand,
  conversationCommands,
  conversationHelp,
  conversationStatus,
  exactLine,
  modelWish,
  noSettings,
  takesWords,
  turnRuns,
} from "@reprise/model";
import { allCommands } from "../../shell/commands.ts";
import { restoreRoute } from "../../shell/route.ts";
import { goTo } from "../../shell/router.ts";
import type { Links } from "../links.ts";
import type { WorkbenchStore } from "../store/workbench-store.ts";

/** The commands of a conversation that the page has; they mean what they mean in the terminal. */
export const pageCommands: readonly ConversationCommand[] = [
  "help",
  "status",
  "model",
  "diff",
  "fork",
  "switch",
  "stop",
  "steer",
  "retry",
];

/** For the help of the keyboard. */
export const commandHelp = conversationHelp(pageCommands);

/** One that can be chosen above the message box. */
export interface Completion {
  readonly word: string;
  readonly means: string;
  /** What is written for it. */
  readonly text: string;
}

/** The commands that start like this text; none if it is no beginning of a command. */
export function commandsFor(text: string): readonly Completion[] {
  const [, letters] = /^\/([a-z]*)$/i.exec(text) ?? [];
  if (letters === undefined) return [];
  return pageCommands
    .filter((name) => name.startsWith(letters.toLowerCase()))
    .map((name) => {
      const word = `/${name}`;
      return { word, means: conversationCommands[name].means, text: takesWords(name) ? `${word} ` : word };
    });
}

interface Place {
  readonly store: WorkbenchStore;
  readonly links: Links;
  /** Of the next session. */
  readonly agent: string;
}

/** Carries out a command. Resolves with what to say; null: it shows by itself. Throws what the server refuses. */
export async function runCommand(
  name: ConversationCommand,
  words: string,
  { store, links, agent }: Place,
): Promise<string | null> {
  const view = store.view.peek();
  if (view === null) return "The workbench is loading.";
  const { thread, choice, activity, banner } = view;
  const session = thread?.session ?? null;
  switch (name) {
    case "help":
      allCommands()
        .find(({ id }) => id === "help")
        ?.run();
      return null;
    case "status":
      return conversationStatus({
        session,
        agent,
        settings: thread?.settings ?? choice?.settings ?? noSettings,
        tokens: activity.tokens,
      });
    case "model":
      return withModel(words, { store, agent });
    case "diff":
      links.show("diffs");
      return null;
    case "fork":
      if (session === null) return "There is nothing to fork yet: the session has not started.";
      goTo(restoreRoute(session, { mode: "fork" }));
      return null;
    case "switch":
      if (session === null) return "There is nothing to continue yet: the session has not started.";
      goTo(restoreRoute(session, { mode: "replay" }));
      return null;
    case "stop":
      if (activity.phase !== "working") return "No turn runs.";
      await store.act({ type: "interrupt" });
      return null;
    case "steer":
      if (activity.phase !== "working" || !activity.canSteer)
        return "No turn runs: without /steer it is sent as the next one.";
      await store.act({ type: "send", text: words, inputs: [], steers: true });
      return null;
    case "retry":
      if (banner?.canRetry !== true) return "There is nothing to retry.";
      await store.act({ type: "retry" });
      return null;
    default:
      return "Close this tab to leave: nothing ends by that. /stop stops the turn.";
  }
}

async function withModel(words: string, { store, agent }: Pick<Place, "store" | "agent">): Promise<string | null> {
  const { thread = null, choice = null, activity } = store.view.peek() ?? {};
  const settings = thread?.settings ?? choice?.settings ?? noSettings;
  const wish = modelWish(words, { agent, model: settings.model }, thread === null ? "start" : "continue");
  if ("hint" in wish) return wish.hint;
  const { model } = wish;
  if (thread?.session != null) {
    if (activity?.phase === "working") return turnRuns("model");
    goTo(restoreRoute(thread.session, { mode: "resume", model, ends: activity?.phase === "none" ? null : thread.run }));
    return null;
  }
  await store.act({
    type: "choose",
    choice: { agent, settings: { ...(choice?.settings ?? noSettings), model } },
  });
  return `The session will start with ${exactLine(model)}.`;
}
