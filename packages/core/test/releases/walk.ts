import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { RunState } from "@reprise/model";
import { modelInputs, until } from "@reprise/testkit";
import { type Ability, lackOf } from "../../src/agents/driving/releases.ts";
import { answerBothWays } from "./approvals.ts";
import type { Outcome, Step } from "./outcome.ts";
import { type ReleaseAgent, tables } from "./pinned.ts";
import { type Ended, ReleaseStage } from "./stage.ts";

export interface Walked {
  readonly outcomes: readonly Outcome[];
  readonly problems: readonly string[];
}

/** Puts one release through everything, or through a sample, and compares what happens with what its table promises. */
export async function walk(
  agent: ReleaseAgent,
  version: string,
  program: string,
  { isSample = false } = {},
): Promise<Walked> {
  const stage = await ReleaseStage.open(agent, version, program);
  const walker = new Walker(stage, (ability) => lackOf(tables[agent], version, ability));
  try {
    await (isSample ? walker.sample() : walker.walk());
  } catch (error) {
    walker.problems.push((error as Error).message);
  } finally {
    await stage.close();
  }
  const { outcomes, problems } = walker;
  return { outcomes, problems: [...problems, ...stage.problems] };
}

class Walker {
  readonly outcomes: Outcome[] = [];
  readonly problems: string[] = [];
  readonly #stage: ReleaseStage;
  readonly #lacks: (ability: Ability) => string | null;

  constructor(stage: ReleaseStage, lacks: (ability: Ability) => string | null) {
    this.#stage = stage;
    this.#lacks = lacks;
  }

  async walk(): Promise<void> {
    const first = await this.#run();
    if (first !== null && this.#lacks("resume") === null) {
      await this.#resume(first, "second");
      await this.#read(first);
      await this.#killed();
      if (this.#stage.agent === "codex") await this.#approve();
      await this.#fork(first, 1);
      await this.#fork(first, null);
      await this.#replay(first, "replay", []);
    } else if (first !== null) await this.#resumeRefused(first);
    await this.#replayInto();
    await this.#listed();
  }

  async sample(): Promise<void> {
    const first = await this.#run();
    if (first === null) return;
    await this.#resume(first, "second");
    await this.#read(first);
    await this.#fork(first, 1);
    await this.#listed();
  }

  async #run(): Promise<string | null> {
    this.#answer("first");
    const { agent } = this.#stage;
    const ended = await this.#stage.run("run", "--agent", agent, "--fresh", "--json", "first question");
    const lack = this.#lacks("run");
    if (lack !== null) {
      this.#refusedWith("run", ended, lack);
      return null;
    }
    this.#completed("run", ended, ["first question"]);
    return sessionIn(ended);
  }

  async #resume(session: string, word: string): Promise<void> {
    this.#answer(word);
    const ended = await this.#stage.run("resume", session, `${word} question`, "--yes", "--json");
    this.#completed("resume", ended, ["first question", `${word} question`]);
    this.#check(sessionIn(ended) === session, "resume: it went on in another session");
  }

  /** Without the agent being asked anything. */
  async #resumeRefused(session: string): Promise<void> {
    const lack = this.#lacks("resume") ?? "";
    const commands: readonly (readonly [Step, ...string[]])[] = [
      ["resume", "resume", session],
      ["fork at a turn", "fork", session],
      ["replay", "replay", session],
    ];
    for (const [step, ...words] of commands)
      this.#refusedWith(step, await this.#stage.run(...words, "more", "--yes", "--json"), lack);
  }

  async #read(session: string): Promise<void> {
    const turns = await this.#stage.turns(session);
    const texts = turns.map(({ items }) => items.map((item) => ("text" in item ? item.text : item.kind)));
    const wanted = [
      ["first question", "first answer"],
      ["second question", "second answer"],
    ];
    this.#check(JSON.stringify(texts) === JSON.stringify(wanted), `read: ${JSON.stringify(texts)}`);
    this.#check(
      turns.every(({ state }) => state === "completed"),
      "read: a turn is not completed",
    );
    this.#note("read", "works");
  }

  /** In its second turn, so that every release has the session on disk. */
  async #killed(): Promise<void> {
    const { model } = this.#stage.machine;
    this.#answer("killed");
    const { agent } = this.#stage;
    const begun = await this.#stage.run("run", "--agent", agent, "--fresh", "--json", "killed question");
    const session = sessionIn(begun) ?? "";
    const reply = this.#stage.asked().length + 1;
    model.push([{ partial: "Never" }, { hang: true }]);
    const dying = this.#stage.start("resume", session, "lost question", "--yes", "--json");
    await Promise.race([model.streamed({ reply, action: 2 }), dying.exited]);
    const find = () => this.#runs().find((run) => run.status === "running" && run.agentProcess !== null);
    await this.#stage.killBoth(await until(find, { what: "the run that is to be killed" }));
    const status = await this.#stage.run("status", "--all", "--json");
    const { sessions } = JSON.parse(status.stdout) as { sessions: { session: string; status: string }[] };
    const row = sessions.find((one) => one.session === session);
    this.#check(row?.status === "interrupted", `status: ${JSON.stringify(row ?? sessions)}`);
    this.#note("kill and status", "works");
    this.#answer("late");
    const resumed = await this.#stage.run("resume", session, "late question", "--yes", "--json");
    this.#completed("resume", resumed, ["killed question", "lost question", "late question"]);
  }

  async #approve(): Promise<void> {
    this.problems.push(...(await answerBothWays(this.#stage)));
    const hasNames = this.#lacks("named-commands") === null;
    this.#note("approve and decline", hasNames ? "works" : "falls back", hasNames ? null : "once only");
  }

  /** A fork has no more turns than asked for, whoever makes it. */
  async #fork(session: string, at: number | null): Promise<void> {
    const step = at === null ? "fork" : "fork at a turn";
    const more = at === null ? [] : ["--at", String(at)];
    const lack = this.#lacks("fork") ?? (at === null ? null : this.#lacks("fork-at-turn"));
    const lacksFork = lack !== null || this.#stage.agent === "gemini";
    const wanted = at === null ? ["first question", "second question"] : ["first question"];
    const ended = await this.#planned(step, ["fork", session, "forked question", ...more], lack);
    this.#completed(step, ended, [...wanted, "forked question"], lacksFork ? "native or inject" : "fork");
  }

  async #replay(session: string, step: Step, more: readonly string[]): Promise<void> {
    const isOwn = more.length === 0;
    const lack = isOwn ? this.#lacks("inject") : null;
    const ended = await this.#planned(step, ["replay", session, "told question", ...more], lack);
    const own = isOwn ? ["first question", "second question"] : [];
    const via = isOwn && this.#stage.agent === "codex" && lack === null ? "inject" : "native";
    this.#completed(step, ended, [...own, "told question"], via);
  }

  /** The plan says what is lacking before anything is done. */
  async #planned(step: Step, words: readonly string[], lack: string | null): Promise<Ended> {
    const before = this.#stage.asked().length;
    const dry = await this.#stage.run(...words, "--dry-run", "--allow-wider", "--json");
    const plan = dry.events[0] as { refusals?: readonly { detail: string }[] } | undefined;
    const isSaid = plan?.refusals?.some(({ detail }) => detail === lack) === true;
    this.#check(lack === null || isSaid, `${step}: its plan does not say "${lack}"`);
    this.#check(this.#stage.asked().length === before, `${step}: its plan asked the model`);
    this.#answer("told");
    return this.#stage.run(...words, "--yes", "--allow-wider", "--json");
  }

  async #replayInto(): Promise<void> {
    this.#stage.placeForeign();
    const foreign = (await this.#stage.sessions()).find(({ agent }) => agent !== this.#stage.agent);
    const more = ["--to", this.#stage.agent, "-C", this.#stage.workspace];
    const session = foreign?.id ?? "";
    const lack = this.#lacks("run") ?? this.#lacks("resume") ?? this.#lacks("native");
    if (lack === null) return this.#replay(session, "replay into it", more);
    const ended = await this.#stage.run("replay", session, "more", ...more, "--yes", "--allow-wider", "--json");
    this.#refusedWith("replay into it", ended, lack);
  }

  /** No session is damaged, and none is called interrupted that was not killed. */
  async #listed(): Promise<void> {
    for (const { id, state, damageCount } of await this.#stage.sessions())
      this.#check(
        damageCount === 0 && (state === "completed" || state === "interrupted"),
        `list: ${id} is ${state} with ${damageCount} damages`,
      );
  }

  #completed(step: Step, ended: Ended, said: readonly string[], via: string | null = null): void {
    const done = ended.events.findLast(({ type }) => type === "done");
    const way = ended.events.find(({ type }) => type === "restored")?.via;
    const isWay = via === null || via === way || (via === "native or inject" && /native|inject/.test(String(way)));
    this.#check(ended.code === 0 && done?.state === "completed", `${step}: ${this.#inWords(ended)}`);
    this.#check(isWay, `${step}: by ${String(way)}, not by ${via}`);
    const told = this.#questions();
    this.#check(
      JSON.stringify(told) === JSON.stringify(said) || step === "replay into it",
      `${step}: the model was told ${JSON.stringify(told)}`,
    );
    const isUsual = via === null || via === "fork" || via === "inject" || this.#usesNative(step);
    this.#note(step, isUsual ? "works" : "falls back", isUsual ? null : String(way));
  }

  /** Where a session file is the usual way, not a fallback. */
  #usesNative(step: Step): boolean {
    return step === "replay into it" || (step === "replay" && this.#stage.agent !== "codex");
  }

  #refusedWith(step: Step, { code, stdout, stderr }: Ended, lack: string): void {
    const said = JSON.stringify(lack).slice(1, -1);
    this.#check(code !== 0 && `${stdout}${stderr}`.includes(said), `${step}: ${code} ${stdout} ${stderr}`);
    this.#check(this.#questions().at(-1) !== "more", `${step}: the model was asked`);
    this.#note(step, "refused", lack);
  }

  #answer(word: string): void {
    this.#stage.machine.model.push([{ text: `${word} answer` }]);
  }

  /** What the person has said, in the model's last request. */
  #questions(): readonly string[] {
    const request = this.#stage.asked().at(-1);
    if (!request) return [];
    const texts = modelInputs(request).flatMap((told) => (told.kind === "user" ? [told.text] : []));
    return texts.flatMap((text) => text.match(/(?:first|second|killed|lost|late|forked|told) question/g) ?? []);
  }

  #runs(): RunState[] {
    const root = join(this.#stage.machine.state, "runs");
    return readdirSync(root, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".session.json"))
      .map((name) => JSON.parse(readFileSync(join(root, name), "utf8")) as RunState);
  }

  #inWords({ code, events, stderr }: Ended): string {
    const failure = events.findLast(({ type }) => type === "turn-ended")?.failure;
    return `it ended with ${code} ${JSON.stringify(failure ?? null)} ${stderr.slice(0, 300)}`;
  }

  #check(isRight: boolean, problem: string): void {
    if (!isRight) this.problems.push(problem);
  }

  #note(step: Step, how: Outcome["how"], detail: string | null = null): void {
    if (!this.outcomes.some((one) => one.step === step)) this.outcomes.push({ step, how, detail });
  }
}

function sessionIn({ events }: Ended): string | null {
  const done = events.findLast(({ type }) => type === "done");
  return typeof done?.session === "string" ? done.session : null;
}
