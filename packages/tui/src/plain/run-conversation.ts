import type { Controls, PromptInput, RestorePlan, Settings, StartedRun } from "@reprise/model";
import {
  conversationLine,
  exactLine,
  followed,
  modelWish,
  newRunView,
  planView,
  SessionError,
  safeBody,
} from "@reprise/model";
import type { LiveRoute } from "../kernel/route.ts";
import { draftPlace } from "../screens/live/begin.ts";
import { consentOf } from "../screens/live/consent-of.ts";
import { savedPrompt } from "../screens/live/tasks.ts";
import type { World } from "../world.ts";
import type { Agreed } from "./agree-to-plan.ts";
import { conversationUsage, firstCommands } from "./commands.ts";
import { Conversation } from "./conversation.ts";
import { askYesNo, choose, guarded, type Lines, type Next, say } from "./lines.ts";

/**
 * A conversation with a running agent, by lines. After a refusal: the plan of the next mode, not yet agreed to. After
 * `/model` or `/fork`: the plan that was agreed to.
 */
export async function runConversation(
  begin: LiveRoute,
  world: World,
  lines: Lines,
): Promise<Next | RestorePlan | Agreed> {
  const first = begin.kind === "new" ? await firstMessage(begin, world, lines) : null;
  if (first === "quit" || first === "back") return first;
  const unsent = begin.kind === "restore" ? begin.plan.unsentPrompt : null;
  const view = begin.kind === "restore" ? planView(begin.plan) : newRunView(world.agent);
  const conversation = new Conversation(lines, view, {
    first: (await sendsFirst(unsent, lines)) ? unsent : null,
    world,
  });
  const release = lines.onInterrupt(() => conversation.interrupt());
  try {
    const { signal } = conversation;
    const onControls = (controls: Controls) => conversation.hold(controls);
    return await conversation.run(followed(started(begin, first, world), { signal, onControls }));
  } finally {
    release();
  }
}

interface First {
  readonly text: string;
  readonly inputs: readonly PromptInput[];
  /** Unsent prompts it contains. */
  readonly carries: readonly string[];
  readonly settings: Partial<Settings>;
}

async function firstMessage(begin: LiveRoute & { kind: "new" }, world: World, lines: Lines): Promise<First | Next> {
  const kept = begin.draft ?? world.drafts.load(draftPlace(begin, world.cwd));
  // Images alone wait for their words in the app.
  if (kept !== null && kept.text !== "") {
    const inputs = kept.inputs ?? [];
    const attached = inputs.map(({ kind, path }) => `with the ${kind} ${exactLine(path)}`);
    say(lines, "An unsent message:", safeBody(kept.text), ...attached);
    const wish = await choose(guarded(lines), `It would begin a session of ${world.agent} in ${world.cwd}.`, [
      { label: "Send it", value: "send" },
      { label: "Write another one", value: "write" },
    ]);
    if (wish === null) return "back";
    if (wish === "send") return { text: kept.text, inputs, carries: begin.carries ?? [], settings: {} };
  }
  let settings: Partial<Settings> = {};
  for (;;) {
    const line = await lines.ask(`Message to ${world.agent}, or an empty line to go back: `);
    if (line === null || line.trim() === "") return "back";
    const typed = conversationLine(line, firstCommands);
    if (typed.kind === "text") return { text: typed.text.trim(), inputs: [], carries: [], settings };
    if (typed.kind === "refused") say(lines, typed.hint);
    else if (typed.name === "help") say(lines, conversationUsage);
    else if (typed.name === "model") {
      const wish = modelWish(typed.words, { agent: world.agent, model: settings.model ?? null }, "start");
      if ("model" in wish) settings = { model: wish.model };
      say(lines, "model" in wish ? `The session will start with ${exactLine(wish.model)}.` : wish.hint);
    } else return typed.name === "quit" ? "quit" : "back";
  }
}

/** Asks before sending a prompt that reached no agent the last time. */
async function sendsFirst(unsent: string | null, lines: Lines): Promise<boolean> {
  if (unsent === null) return false;
  say(lines, "An unsent message:", safeBody(unsent));
  return (await askYesNo(lines, "Send it as soon as the agent is there?")) ?? false;
}

/** A draft that cannot be removed is offered again; nothing else happens. Images alone were not offered, and stay. */
function forgetDraft(place: string, world: World): void {
  if (!world.drafts.load(place)?.text) return;
  try {
    world.drafts.save(place, { text: "", cursor: 0, savedAt: world.now() });
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
  }
}

async function started(begin: LiveRoute, first: First | null, world: World): Promise<StartedRun> {
  const saved = first === null ? null : savedPrompt(first.text, world);
  const runner = await world.runner();
  if (begin.kind === "hosted") return runner.run(begin.wish);
  if (begin.kind === "new") {
    const { agent, cwd } = world;
    const lineage = begin.from && ({ kind: "handoff", session: begin.from.id, turn: null } as const);
    const wish = {
      agent,
      cwd,
      settings: first?.settings ?? {},
      prompt: first?.text ?? "",
      inputs: first?.inputs ?? [],
      carries: [...(saved === null ? [] : [saved]), ...(first?.carries ?? [])],
      canAnswer: true,
      stays: true,
      ...(lineage && { lineage }),
    };
    forgetDraft(draftPlace(begin, cwd), world);
    return runner.run(wish);
  }
  return runner.restore(begin.plan, consentOf(begin));
}
