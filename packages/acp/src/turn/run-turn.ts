import type { PromptResponse } from "@agentclientprotocol/sdk";
import { agentOf, isPassing, type RestorePlan, SessionError, type StartedRun, sessionIdOf } from "@reprise/model";
import type { Editor } from "../editor.ts";
import type { OpenSession } from "../open-session.ts";
import type { AcpParts } from "../parts.ts";
import { lineOf } from "../updates/tool-call.ts";
import { continueSession } from "./continue-session.ts";
import { EventUpdates } from "./event-updates.ts";
import { followRun } from "./follow-run.ts";
import { responseOf, type TurnOutcome } from "./outcome.ts";
import type { TurnStopper } from "./turn-stopper.ts";

export interface TurnParts extends AcpParts {
  readonly open: OpenSession;
  readonly editor: Editor;
  readonly stopper: TurnStopper;
}

/** One prompt and everything until the agent stops. Throws what the editor should show as an error. */
export async function runTurn(parts: TurnParts, prompt: string): Promise<PromptResponse> {
  const { open, stopper, prompts } = parts;
  const carries = await saved(parts, prompt);
  const drop = () => {
    if (!stopper.isLeaving) for (const id of carries) prompts.drop(id);
  };
  let outcome: TurnOutcome;
  try {
    outcome = await (open.session === null ? begin(parts, prompt, carries) : resume(parts, prompt, carries));
  } catch (error) {
    drop();
    throw error;
  }
  // A prompt that would fail again is not offered.
  const { status, failure } = outcome;
  const isOpen = status === "interrupted" || (failure !== null && isPassing(failure));
  if (!isOpen) drop();
  if (outcome.status === "completed") Object.assign(open, { isKnown: true, isNew: false });
  return responseOf(outcome, { session: open.session ?? open.id, wasCancelled: stopper.wasStopped });
}

async function begin(
  { runner, names, open, ...parts }: TurnParts,
  prompt: string,
  carries: readonly string[],
): Promise<TurnOutcome> {
  const { agent, cwd, sandbox } = open;
  // Models and policies are words of one agent.
  const isMeant = parts.agent === null || parts.agent === agent;
  const settings = { ...(isMeant ? parts.settings : {}), sandbox };
  const wish = { agent, cwd, settings, prompt, canAnswer: true, carries };
  const outcome = await follow({ runner, names, open, ...parts }, runner.run(wish), (event) => {
    if (event.type !== "thread") return;
    open.session = sessionIdOf(agent, event.thread);
    names.save(open.id, open.session);
  });
  if (open.session !== null && !parts.stopper.isLeaving)
    await parts.editor.update({ sessionUpdate: "session_info_update", title: lineOf(prompt) });
  return outcome;
}

async function resume(parts: TurnParts, prompt: string, carries: readonly string[]): Promise<TurnOutcome> {
  const { open, runner, editor, names, stopper } = parts;
  const { session, agent, sandbox, otherCwd: cwd, isKnown } = open;
  if (session === null) return begin(parts, prompt, carries);
  try {
    return await continueSession({
      runner,
      editor,
      session,
      agent,
      sandbox,
      cwd,
      prompt,
      isKnown,
      carries,
      signal: stopper.signal,
      follow: (_plan: RestorePlan, starting) =>
        follow(parts, starting, (event) => {
          if (event.type !== "restored") return;
          open.session = event.session;
          open.agent = agentOf(event.session);
          if (open.isNamed) names.save(open.id, event.session);
        }),
    });
  } catch (error) {
    // The agent had named its thread and saved nothing of it.
    const isMissing = error instanceof SessionError && error.code === "not-found";
    if (!isMissing || !open.isNew) throw error;
    open.session = null;
    return begin(parts, prompt, carries);
  }
}

function follow(
  { editor, stopper, open, agents, newId }: TurnParts,
  starting: Promise<StartedRun>,
  onEvent: Parameters<typeof followRun>[1]["onEvent"],
): Promise<TurnOutcome> {
  const title = agents().find(({ agent }) => agent === open.agent)?.title ?? open.agent;
  const updates = new EventUpdates(editor, newId(), { cwd: open.cwd, agent: title });
  return followRun(starting, { editor, updates, stopper, onEvent });
}

/** On disk before anything else. A disk that refuses is reported and stops nothing. */
async function saved({ prompts, open, editor }: TurnParts, text: string): Promise<readonly string[]> {
  const { session, agent, cwd } = open;
  const mode = session === null ? "new" : "resume";
  try {
    return [prompts.save(text, { mode, session, agent, cwd })];
  } catch (error) {
    if (!(error instanceof SessionError)) throw error;
    await editor.note(error.message);
    return [];
  }
}
