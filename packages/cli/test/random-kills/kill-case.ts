import { setTimeout as sleep } from "node:timers/promises";
import {
  type Consent,
  followed,
  type Offer,
  type RestoreEvent,
  type RunEvent,
  type Runner,
  type SessionId,
  usualWish,
} from "@reprise/model";
import { codex, type PtyProgram, until } from "@reprise/testkit";
import { childrenOf, disposeAll, type KillStage, signal, survivors } from "./kill-stage.ts";

/** `steering`: said in the app into a turn that is under way. */
export type Face = "run" | "resume" | "replay" | "fork" | "app" | "plain" | "steering";
export type Victim = "reprise" | "agent" | "both";

export interface Kill {
  readonly number: number;
  readonly face: Face;
  readonly victim: Victim;
  /** From the start of the command, or from Enter in the app; null for no kill. */
  readonly afterMs: number | null;
}

/** Where the prompt was after the kill. `unread`: Reprise was killed before it had read its command line. */
export type PromptFoundIn = "log" | "offered" | "draft" | "unread";

export interface Outcome {
  readonly place: PromptFoundIn | null;
  /** The empty list is the good answer. */
  readonly problems: readonly string[];
  /** From the start or Enter to the end of what was not killed. */
  readonly tookMs: number;
}

/** A session with its folder, for the faces that continue one. */
export interface Source {
  readonly session: string;
  readonly cwd: string;
}

const patience = { timeoutMs: 120_000 };

/** One prompt, given to one face, and a kill at a random time; then the look of a person who comes back, and goes on. */
export async function killCase(stage: KillStage, kill: Kill, source: Source): Promise<Outcome> {
  const prompt = `kill number ${kill.number} of this campaign`;
  const isContinuing = kill.face === "resume" || kill.face === "replay" || kill.face === "fork";
  const cwd = isContinuing ? source.cwd : stage.folder(`work-${kill.number}`);
  script(stage, kill.number, prompt);
  const before = stage.rollouts();
  const journalsBefore = stage.journalCount();
  const died =
    kill.face in screens
      ? await killApp(stage, kill, cwd, prompt)
      : await killCommand(stage, kill, cwd, prompt, source);
  const problems = [...died.problems, ...(await unnoticed(stage))];
  await disposeAll();
  problems.push(...changed(before, stage));
  const isOnScreen = kill.face === "app" || kill.face === "steering";
  const mayBeUnread = !isOnScreen && !died.hadAgent && stage.journalCount() === journalsBefore;
  const found = await stage.withRunner((runner) => lookedAt(runner, { stage, prompt, cwd, kill, source, mayBeUnread }));
  problems.push(...found.problems, ...changed(before, stage), ...askedTwice(stage, prompt));
  await disposeAll();
  return { place: found.place, problems, tookMs: died.tookMs };
}

/** Reasoning and paced text; every third with a command that outlives its agent for a while. */
function script({ model }: KillStage, number: number, match: string): void {
  const call = { call: codex.shellCall("echo started; sleep 2; echo finished") };
  const words = { text: "One word after the other.", chunks: 6, paceMs: 40 };
  if (number % 3 === 0) model.push({ match, times: 1, actions: [{ reasoning: "Let me see." }, words, call] });
  model.push({ match, actions: [{ reasoning: "Let me see." }, words] });
}

interface Died {
  readonly problems: readonly string[];
  readonly hadAgent: boolean;
  readonly tookMs: number;
}

async function killCommand(
  stage: KillStage,
  { number, face, victim, afterMs }: Kill,
  cwd: string,
  prompt: string,
  source: Source,
): Promise<Died> {
  const settings = ["--sandbox", "read-only"];
  const isPiped = face === "run" && number % 2 === 1;
  const args = {
    run: ["run", ...(isPiped ? [] : [prompt]), ...settings],
    resume: ["resume", source.session, prompt, "--yes"],
    replay: ["replay", source.session, prompt, "--yes"],
    fork: ["fork", source.session, prompt, "--yes"],
  }[face as "run" | "resume" | "replay" | "fork"];
  const startedAt = performance.now();
  const started = stage.start(cwd, args, isPiped ? `${prompt}\n` : null);
  const hadAgent = await killAfter(started.pid, victim, afterMs, started.exited);
  const { code, signal: by } = await started.exited;
  const isWhole = afterMs === null && code !== 0;
  const problems = isWhole ? [`a whole ${face} ended with ${code ?? by}: ${started.stderr()}`] : [];
  return { problems, hadAgent, tookMs: performance.now() - startedAt };
}

type Screens = Readonly<
  Record<string, (stage: KillStage, pty: PtyProgram, cwd: string, prompt: string) => Promise<void>>
>;

/** Up to where Enter says the prompt. */
const screens: Screens = {
  async app(stage, pty, _cwd, prompt) {
    await pty.shows("n  new");
    pty.type("n");
    await pty.shows("new session ·");
    pty.type(prompt);
    await until(() => stage.hasDraft(prompt), { ...patience, what: "the draft on disk" });
  },
  async plain(_stage, pty, _cwd, prompt) {
    await pty.shows("By numbers: 0 goes back");
    pty.type("new\r");
    await pty.shows("Message to codex");
    pty.type(prompt);
  },
  async steering(stage, pty, cwd, prompt) {
    const first = `a turn for ${prompt.slice(0, 15)}`;
    stage.model.push({
      match: first,
      times: 1,
      actions: [{ text: "Slowly. ".repeat(40), chunks: 40, paceMs: 100 }],
    });
    await screens.app?.(stage, pty, cwd, first);
    pty.press("enter");
    await pty.shows("Slowly.");
    pty.type(prompt);
    await until(() => stage.hasDraft(prompt), { ...patience, what: "the draft on disk" });
  },
};

/** The app is ready again, or says how the turn or the run ended. */
const ends = /ready ·|closed ·|Your turn\.|(Turn|Run) (interrupted|failed|cancelled)|Run completed/;

async function killApp(stage: KillStage, { face, victim, afterMs }: Kill, cwd: string, prompt: string): Promise<Died> {
  const pty = stage.openApp(cwd, face === "plain" ? ["--plain"] : []);
  await screens[face]?.(stage, pty, cwd, prompt);
  const startedAt = performance.now();
  pty.press("enter");
  let isKilled = false;
  const isOver = () => isKilled || ends.test(pty.text());
  const over = until(isOver, { ...patience, what: "the end of the turn" }).catch(() => undefined);
  const hadAgent = await killAfter(pty.pid, victim, afterMs, over);
  const problems: string[] = [];
  if (afterMs === null || victim === "agent")
    await until(() => isOver() || pty.text().includes("new session ·"), patience).catch((error: Error) =>
      problems.push(`the app did not notice: ${error.message}\n${pty.text()}`),
    );
  const tookMs = performance.now() - startedAt;
  isKilled = true;
  pty.kill("SIGKILL");
  await pty.exited;
  return { problems, hadAgent, tookMs };
}

/** Whether there was an agent when it happened. An agent that is not there yet is waited for. */
async function killAfter(
  pid: number,
  victim: Victim,
  afterMs: number | null,
  ended: Promise<unknown>,
): Promise<boolean> {
  if (afterMs === null) {
    await ended;
    return true;
  }
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  await Promise.race([sleep(afterMs), ended]);
  if (victim === "agent")
    await until(() => isOver || childrenOf(pid).length > 0, { ...patience, what: "an agent" }).catch(() => null);
  const agents = childrenOf(pid);
  // Neither sees the other die.
  if (victim === "both") for (const agent of agents) signal(agent, "SIGSTOP");
  if (victim !== "agent") signal(pid, "SIGKILL");
  if (victim !== "reprise") for (const agent of agents) signal(agent, "SIGKILL");
  return agents.length > 0;
}

/** What lives on and the status does not name. An agent whose Reprise died ends by itself. */
async function unnoticed(stage: KillStage): Promise<string[]> {
  await until(() => survivors().length === 0, { timeoutMs: 3_000, what: "the end" }).catch(() => undefined);
  const left = survivors();
  if (left.length === 0) return [];
  const rows = await stage.withRunner((runner) => runner.status("all"));
  const named = rows.flatMap(({ owner, stillRunning }) => [owner, ...stillRunning].map((one) => one?.pid ?? 0));
  const known = new Set([...named, ...named.flatMap(childrenOf)]);
  const unknown = left.filter((pid) => !known.has(pid) && survivors().includes(pid));
  return unknown.map((pid) => `process ${pid} is left, and the status does not name it`);
}

function changed(before: ReadonlyMap<string, Buffer>, stage: KillStage): string[] {
  const now = stage.rollouts();
  return [...before].flatMap(([path, bytes]) =>
    now.get(path)?.subarray(0, bytes.length).equals(bytes) ? [] : [`old bytes of ${path} changed`],
  );
}

function askedTwice({ model }: KillStage, prompt: string): string[] {
  const twice = model.requests.filter(({ body }) => JSON.stringify(body).split(prompt).length > 2);
  return twice.length === 0 ? [] : ["the model was sent the prompt twice in one request"];
}

interface Look {
  readonly stage: KillStage;
  readonly prompt: string;
  readonly cwd: string;
  readonly kill: Kill;
  readonly source: Source;
  readonly mayBeUnread: boolean;
}

type Found = Pick<Outcome, "place" | "problems">;

async function lookedAt(runner: Runner, look: Look): Promise<Found> {
  const { stage, prompt, kill, mayBeUnread } = look;
  const inLogs = await stage.countInLogs(prompt);
  const isUnsent = async () => (await runner.status("all")).some(({ unsentPrompt }) => unsentPrompt?.includes(prompt));
  const warnings = (await runner.warnings()).map(({ path, detail }) => `warning: ${path}: ${detail}`);
  if (inLogs > 1) return { place: "log", problems: [...warnings, `${inLogs} times in the logs`] };
  if (inLogs === 1)
    return {
      place: "log",
      problems: (await isUnsent()) ? [...warnings, "in the log, and offered"] : warnings,
    };
  const again = await wayOn(runner, look);
  if (again === null) {
    if (stage.hasDraft(prompt)) return { place: "draft", problems: warnings };
    return mayBeUnread
      ? { place: "unread", problems: warnings }
      : { place: null, problems: [...warnings, `lost: ${JSON.stringify(kill)}`] };
  }
  const events = await goneOn(runner, again, look);
  const end = events.at(-1);
  const problems = [...warnings];
  if (end?.type !== "run-ended" || end.status !== "completed")
    problems.push(`going on ended as ${JSON.stringify(end).slice(0, 500)}`);
  const afterwards = await stage.countInLogs(prompt);
  if (afterwards !== 1) problems.push(`${afterwards} times in the logs after going on`);
  if (await isUnsent()) problems.push("offered again after it was sent");
  if (stage.hasDraft(prompt) && kill.face !== "app" && kill.face !== "steering") problems.push("also a draft");
  return { place: "offered", problems };
}

/** What the next start offers, or what the next plan of the same kind holds. */
async function wayOn(runner: Runner, { cwd, prompt, kill, source }: Look): Promise<Offer | null> {
  const offer = await runner.offer({ kind: "workspace", root: cwd });
  if (offer?.prompt?.includes(prompt)) return offer;
  const isContinuing = kill.face === "resume" || kill.face === "replay" || kill.face === "fork";
  const sessions = [offer?.session ?? null, isContinuing ? source.session : null];
  for (const session of sessions) {
    if (session === null) continue;
    const isOther = kill.face === "replay" || kill.face === "fork";
    const mode = session === source.session && isOther ? (kill.face as "replay" | "fork") : "resume";
    const plan = await runner.plan(session, { ...usualWish, modes: [mode] });
    if ("prompt" in plan && plan.prompt?.includes(prompt))
      return { ...(offer as Offer), session: session as SessionId, mode, prompt: plan.prompt };
  }
  return null;
}

const consent: Consent = {
  drift: "accept" as const,
  reappliesApprovals: false,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: false,
};

async function goneOn(runner: Runner, { session, mode, run, agent, prompt }: Offer, { cwd }: Look) {
  const { signal: never } = new AbortController();
  const events: (RunEvent | RestoreEvent)[] = [];
  const begun =
    session === null
      ? followed(
          runner.run({
            agent,
            cwd,
            settings: { sandbox: "read-only" },
            prompt: prompt ?? "",
            canAnswer: false,
            carries: [run],
          }),
          { signal: never },
        )
      : followed(
          runner.restore(
            await runner.plan(session, { ...usualWish, modes: [mode === "new" ? "resume" : mode] }),
            consent,
          ),
          { signal: never },
        );
  for await (const event of begun) events.push(event);
  return events;
}
