import {
  isInTheWay,
  noSettings,
  type Refusal,
  type RestoreMode,
  type RestorePlan,
  type RunId,
  type RunState,
  SessionError,
  sessionIdOf,
  type Turn,
  type UnsentPrompt,
  type Wish,
} from "@reprise/model";
import type { RecordedSession } from "../library/file-library.ts";
import { findAilments } from "../restore/ailments.ts";
import type { TurnReader } from "../restore/history/choose-history.ts";
import { isQuickToScan, withKnownAilments } from "../restore/known-ailments.ts";
import { firstPossibleMode } from "../restore/ladder.ts";
import { planHandoff } from "../restore/plan-handoff.ts";
import { type Evidence, planResume, planWithoutLog, refusedPlan } from "../restore/plan-resume.ts";
import { planFork } from "../restore/replay/plan-fork.ts";
import { planReplay } from "../restore/replay/plan-replay.ts";
import { outlivedAgent } from "../runs/outlived-agent.ts";
import { type CountTokens, estimateTokens, mostTokens } from "../transcript/count-tokens.ts";
import type { EvidenceReader } from "./evidence-reader.ts";
import { installedRelease } from "./installed-release.ts";
import { endOf, turnsUpTo } from "./turns-up-to.ts";
import { unconfirmedText, unsentPrompts } from "./unsent-prompts.ts";
import { withoutEndingRun } from "./without-ending-run.ts";

/** Makes plans. Starts no agent, takes no lock, writes nothing. */
export async function planFor(text: string, wish: Wish, reader: EvidenceReader): Promise<RestorePlan> {
  const found = await reader.library.recorded(text).catch(unlessNotFound);
  const recorded = found && (await withoutEndingRun(found, wish, reader));
  const begun = await unfinishedRestore(recorded, text, reader);
  if (begun) {
    const plan = await planFor(begun.restore.from, goingOn(begun, wish), reader);
    // Naming the new session implies the way it was started.
    return "ways" in plan ? { ...plan, ways: plan.ways.filter(({ way }) => way === plan.via) } : plan;
  }
  if (!recorded) return withoutLog(text, wish, reader);
  const { session } = recorded;
  const { unsent } = await reader.leftPrompts();
  // The same text again is the unsent prompt itself.
  const own = unsent.filter((one) => one.session === session.id && one.text !== wish.prompt);
  const resumed = own.filter(({ mode }) => mode === "resume");
  const evidence = await reader.evidence(recorded, await reader.history(recorded), resumed);
  const turns = turnsUpTo(recorded, wish.at, reader);
  // Goal and constraints may be in any turn.
  const allTurns = async () => (await reader.library.read(session, { from: turns.first, to: turns.last })).turns;
  const climbed = await firstPossibleMode(wish, {
    resume: async () => {
      const planned = ifThere("resume", planResume(evidence, wish), reader);
      if (planned.mode !== "resume") return planned;
      return withKnownAilments(planned, await inTheWay(recorded, reader), wish, reader.titleOf(session.agent));
    },
    fork: async () => {
      const [turn] = wish.at === null ? [] : await turns.read(wish.at, wish.at);
      const parts = { ...turns, last: session.turnCount, turnKey: endOf(turn) };
      const { lacks } = installedRelease(session.agent, reader);
      const planned = planFork(evidence, wish, { ...parts, driver: reader.driverOf(session.agent), lacks });
      return ifThere("fork", planned, reader);
    },
    replay: async () => {
      const target = wish.to ?? session.agent;
      const runs = await reader.runs();
      const planned = await planReplay(evidence, wish, {
        turns,
        driver: reader.driverOf(target),
        lacks: installedRelease(target, reader).lacks,
        hasWriter: reader.writerOf(target) !== null,
        count: estimateTokens,
        // No exact count is needed here: loading a tokenizer would take longer than everything else.
        briefOf: async (read) => {
          const told = session.sizeBytes <= quicklyRead ? await allTurns() : await withFirst(read, turns);
          return (await briefFor(told, recorded, evidence, wish, estimateTokens)).text;
        },
        begun: runs.filter(({ restore }) => restore?.from === session.id),
      });
      return ifThere("replay", planned, reader);
    },
    handoff: () =>
      planHandoff(evidence, wish, {
        turns: { from: turns.first, to: turns.last },
        brief: async () => briefFor(await allTurns(), recorded, evidence, wish, await mostTokens()),
      }),
  });
  const carries = own.flatMap(({ id, mode }) => (mode === climbed.mode ? [id] : []));
  const plan = { ...withUnsent(climbed, own, wish), carries };
  if (!wish.looksForAilments || !("ailments" in plan)) return plan;
  return { ...plan, ailments: await findAilments(recorded.rollouts.slice(-1), reader.scanOf, reader.host) };
}

/** Puts unsent prompts for a replay or fork first. */
function withUnsent(plan: RestorePlan, own: readonly UnsentPrompt[], { isSilent }: Wish): RestorePlan {
  const texts = own.flatMap(({ mode, text }) => (mode !== "resume" && mode === plan.mode ? [text] : []));
  if (texts.length === 0 || !("prompt" in plan)) return plan;
  const before = isSilent ? plan.unsentPrompt : plan.prompt;
  const text = [...texts, ...(before === null ? [] : [before])].join("\n\n");
  return isSilent ? { ...plan, unsentPrompt: text } : { ...plan, prompt: text };
}

/** Null if scanning would take long. */
async function inTheWay({ rollouts }: RecordedSession, { scanOf, host }: EvidenceReader) {
  const latest = rollouts.slice(-1);
  return isQuickToScan(latest) ? findAilments(latest, scanOf, host, isInTheWay) : null;
}

/** Refused if the target agent is not installed, or its release cannot be driven. */
function ifThere(mode: RestoreMode, plan: RestorePlan, reader: EvidenceReader): RestorePlan {
  const launch = { program: reader.environment.programOf(plan.target), env: reader.host.env };
  const refuse = (reason: Refusal["reason"], detail: string) =>
    refusedPlan(plan, [...plan.refusals, { mode, reason, detail }]);
  const failure = reader.driverOf(plan.target)?.missing?.(launch);
  if (failure) return refuse(failure.kind, failure.message);
  const { lacks, unchecked } = installedRelease(plan.target, reader);
  const lack = lacks("run") ?? (mode === "resume" ? lacks("resume") : null);
  if (lack !== null) return refuse("agent-outdated", lack);
  return "unchecked" in plan ? { ...plan, unchecked: [...unchecked, ...plan.unchecked] } : plan;
}

type BegunReplay = RunState & { readonly restore: NonNullable<RunState["restore"]> };

/** Our unfinished replay into the named session or run. */
async function unfinishedRestore(
  recorded: RecordedSession | null,
  text: string,
  reader: EvidenceReader,
): Promise<BegunReplay | null> {
  const runs = await reader.runs();
  const own = runs.find((run) => isCalled(recorded?.session.id ?? text, run));
  return own && isHalfTold(own) ? own : null;
}

function isCalled(name: string, { run, agent, thread }: RunState): boolean {
  return run === name || (thread !== null && sessionIdOf(agent, thread) === name);
}

function isHalfTold(run: RunState): run is BegunReplay {
  return run.restore?.mode === "replay" && !run.restore.isDone && run.status !== "running";
}

/** As it was started, including its folder, which the source session may not name. */
function goingOn({ restore, agent, settings: { cwd }, workspace }: BegunReplay, wish: Wish): Wish {
  const settings = { ...wish.settings, cwd: wish.settings.cwd ?? cwd ?? workspace };
  const via = restore.via as Wish["via"];
  return { ...wish, settings, modes: ["replay"], to: agent, via, at: restore.turn };
}

/** A larger session is read from its end only: a plan must be quick. */
const quicklyRead = 8 * 1024 * 1024;

/** The first goal and most constraints are at the beginning. */
async function withFirst(read: readonly Turn[], turns: TurnReader): Promise<readonly Turn[]> {
  if ((read[0]?.number ?? turns.first) <= turns.first) return read;
  return [...(await turns.read(turns.first, turns.first)), ...read];
}

async function briefFor(
  turns: AsyncIterable<Turn> | Iterable<Turn>,
  { session }: RecordedSession,
  { workspaceDrift, unfinished, pending }: Evidence,
  { briefTokens }: Wish,
  count: CountTokens,
) {
  const { readDigest } = await import("../restore/brief/digest/read-digest.ts");
  const { writeBrief } = await import("../restore/brief/write-brief.ts");
  const files = session.files[0]?.path ?? "";
  const about = { session, files, drift: workspaceDrift, unfinished, pending };
  const digest = await readDigest(turns, { root: session.workspace });
  return writeBrief(digest, about, { tokens: briefTokens, count });
}

/** The agent recorded nothing: only our journal has the run and its prompt. */
async function withoutLog(text: string, wish: Wish, reader: EvidenceReader): Promise<RestorePlan> {
  const runs = await reader.runs();
  const run = runs.find((one) => isCalled(text, one));
  const sent = run === undefined ? null : await unconfirmedText(run, reader);
  if (run && (run.thread || sent !== null)) {
    const owner = outlivedAgent(run, reader.host);
    return { ...planWithoutLog(run, owner === null ? sent : null, wish), owner };
  }
  const { unsent } = await unsentPrompts(reader, runs);
  const prompt = unsent.find(({ id }) => id === text);
  if (!prompt)
    throw new SessionError("not-found", `No session matches ${text}. \`reprise list --all\` lists all sessions.`);
  const { id, agent, cwd } = prompt;
  const never = { agent, run: id as RunId, thread: null, isPersisted: false, pending: [] };
  return planWithoutLog({ ...never, settings: { ...noSettings, cwd } }, prompt.text, wish);
}

export function unlessNotFound(error: unknown): null {
  if (error instanceof SessionError && error.code === "not-found") return null;
  throw error;
}
