import {
  bytes,
  type Controls,
  type ConversationCommand,
  conversationLine,
  conversationStatus,
  driftHead,
  driftRow,
  exactLine,
  GuardedQuestion,
  modelWish,
  nextReportMs,
  type RestoreEvent,
  type RestorePlan,
  type RestoreQuestion,
  type RunView,
  type SessionId,
  safeBody,
  turnRuns,
  viewAfter,
  workingWords,
} from "@reprise/model";
import { reasonOf } from "../kernel/reason-of.ts";
import { recordedDiff } from "../screens/diff/index.ts";
import { exportWish } from "../screens/live/prompt/export-wish.ts";
import type { Continuation } from "../screens/live/state.ts";
import type { World } from "../world.ts";
import type { Agreed } from "./agree-to-plan.ts";
import { conversationStart, conversationUsage, plainCommands } from "./commands.ts";
import { type Lines, type Next, say, tooEarly, until } from "./lines.ts";
import { planContinuation } from "./plan-continuation.ts";
import { approvalQuestion, inputQuestions, type Waiting, yesNoQuestion } from "./questions.ts";
import { RunPrinter } from "./run-printer.ts";

/** A running conversation: prints events, and reads lines that answer, prompt or stop. */
export class Conversation {
  readonly #lines: Lines;
  readonly #world: World;
  readonly #printer: RunPrinter;
  readonly #ending = new AbortController();
  readonly #waiting: Waiting[] = [];
  /** The last question shown. */
  #guard: GuardedQuestion | null = null;
  /** Events during an open question are printed after it, so nothing separates it from its answer. */
  readonly #untold: { readonly event: RestoreEvent; readonly before: RunView }[] = [];
  #controls: Controls | null = null;
  #first: string | null;
  #view: RunView;
  #isQuitting = false;
  /** Where to go after the run. */
  #leadsTo: Next | Agreed = "back";

  /** `first` is sent as soon as the agent is ready. */
  constructor(lines: Lines, view: RunView, { first, world }: { readonly first: string | null; readonly world: World }) {
    this.#world = world;
    this.#view = view;
    this.#lines = lines;
    this.#first = first;
    this.#printer = new RunPrinter(lines);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  hold(controls: Controls): void {
    this.#controls = controls;
    if (this.#first !== null) this.#send(controls, this.#first);
    this.#first = null;
  }

  get #isBusy(): boolean {
    return this.#view.working !== null || this.#view.phase === "restoring";
  }

  interrupt(): void {
    if (this.#view.working !== null && !this.#isQuitting) this.#stop();
    else this.#quit();
  }

  async #decide(question: RestoreQuestion): Promise<void> {
    const text =
      question.kind === "segment"
        ? `Send segment ${question.segment}?`
        : [`${driftHead}:`, ...question.drift.map((one) => `  ${driftRow(one).text}`), "Continue?"].join("\n");
    const ours = yesNoQuestion(question.id, text);
    this.#wait(ours);
    this.#controls?.decide(question.id, (await ours.answered) && !this.#isQuitting);
  }

  async run(events: AsyncIterable<RestoreEvent>): Promise<Next | RestorePlan | Agreed> {
    say(this.#lines, conversationStart);
    const over = new AbortController();
    const listening = this.#listen(over.signal);
    let next: Next | RestorePlan = "back";
    try {
      for await (const event of events) {
        this.#hear(event);
        if (event.type === "refused") next = event.plan;
      }
    } finally {
      this.#tellAll();
      over.abort();
      this.#ending.abort();
    }
    if ((await listening) === "quit") return "quit";
    return this.#leadsTo === "back" ? next : this.#leadsTo;
  }

  #hear(event: RestoreEvent): void {
    const before = this.#view;
    this.#view = viewAfter(before, event);
    if (event.type === "turn-started") void this.#report();
    if (this.#waiting.length === 0) this.#printer.tell(event, before);
    else this.#untold.push({ event, before });
    if (event.type === "turn-ended" && !this.#isQuitting && this.#waiting.length === 0) this.#printer.say("Your turn.");
    if (event.type === "request-resolved" || event.type === "question-resolved") this.#forget(event.id);
    if (event.type === "question") void this.#decide(event.question);
    if (event.type !== "request") return;
    const { request } = event;
    const answer: Parameters<typeof approvalQuestion>[1] = (given) => this.#controls?.answer(request.id, given);
    const { columns } = this.#lines;
    if (request.questions.length === 0) this.#wait(approvalQuestion(request, answer, columns));
    else for (const question of inputQuestions(request, answer, columns)) this.#wait(question);
  }

  /** Until the run ends or the input ends. */
  async #listen(signal: AbortSignal): Promise<Next> {
    for (;;) {
      const line = await this.#lines.ask("", signal);
      if (signal.aborted) return "back";
      if (line === null) {
        for (const question of this.#waiting.splice(0)) question.drop();
        this.#quit();
        return "quit";
      }
      await this.#take(line, signal);
    }
  }

  async #take(line: string, signal: AbortSignal): Promise<void> {
    const typed = conversationLine(line, plainCommands);
    if (typed.kind === "command") {
      const { name, words } = typed;
      return name === "model" || name === "fork" ? this.#continue(name, words, signal) : this.#do(name, words);
    }
    const [question] = this.#waiting;
    if (question !== undefined) {
      if (this.#guard?.accepts() === false) {
        this.#printer.say(tooEarly);
        return this.#promptWhenReady(question);
      }
      if (typed.kind === "refused" && question.takesText) return this.#printer.say(typed.hint);
      const answer = typed.kind === "text" && question.takesText ? typed.text : line;
      // Show it again: lines that arrive right behind a wrong answer do not count.
      if (!question.take(answer.trim())) return this.#askFirst();
      this.#waiting.shift();
      return this.#askFirst();
    }
    if (typed.kind === "refused") return this.#printer.say(typed.hint);
    const text = typed.text.trim();
    if (text === "") return;
    if (this.#controls === null) return this.#printer.say("The agent is not there yet; say it again in a moment.");
    this.#send(this.#controls, text);
  }

  #send(controls: Controls, text: string): void {
    controls.send(text).catch((error: unknown) => this.#printer.say(reasonOf(error)));
  }

  /** Shows the plan of `/model` or `/fork`; the run ends only when it is agreed to. */
  async #continue(name: "model" | "fork", words: string, signal: AbortSignal): Promise<void> {
    const { agent, settings, session, run } = this.#view;
    const wish = name === "fork" ? null : modelWish(words, { agent, model: settings.model }, "continue");
    if (wish !== null && "hint" in wish) return this.#printer.say(wish.hint);
    if (session === null) return this.#printer.say("The session has not started yet.");
    if (this.#isBusy) return this.#printer.say(turnRuns(name));
    const wanted: Continuation =
      wish === null ? { kind: "fork" } : { kind: "settings", settings: { model: wish.model } };
    const [world, lines] = [this.#world, until(this.#lines, signal)];
    const agreed = await planContinuation(session, wanted, run, { world, lines }).catch(reasonOf);
    if (signal.aborted) return;
    if (agreed === "quit") {
      this.#leadsTo = "quit";
      return this.#quit();
    }
    if (typeof agreed === "string") {
      if (agreed !== "back") this.#printer.say(agreed);
      return this.#printer.say("Back in the conversation: nothing was ended. Your turn.");
    }
    this.#leadsTo = agreed;
    this.#quit();
    // What is typed meanwhile is for the next run.
    if (!signal.aborted) await new Promise((over) => signal.addEventListener("abort", over, { once: true }));
  }

  #do(name: Exclude<ConversationCommand, "model" | "fork">, words: string): void {
    switch (name) {
      case "stop":
        return this.#stop();
      case "back":
      case "quit":
        this.#leadsTo = name;
        return this.#quit();
      case "status":
        return this.#printer.say(conversationStatus(this.#view));
      case "steer":
        return this.#steer(words);
      case "diff":
        return void this.#answer(async (session) =>
          safeBody((await recordedDiff(session, this.#world.library)) || "No recorded edits."),
        );
      case "export":
        return void this.#answer(async (session) => {
          const { path, sizeBytes } = await this.#world.exportSession(session, exportWish(words));
          return `Saved as ${exactLine(path)} (${bytes(sizeBytes)}).`;
        });
      default:
        return this.#printer.say(conversationUsage);
    }
  }

  /** Prints what a command about the session finds. */
  async #answer(find: (session: SessionId) => Promise<string>): Promise<void> {
    const { session } = this.#view;
    if (session === null) return this.#printer.say("The session has not started yet.");
    try {
      this.#printer.say(await find(session));
    } catch (error) {
      this.#printer.say(reasonOf(error));
    }
  }

  #steer(words: string): void {
    if (this.#view.working === null)
      return this.#printer.say("No turn runs: without /steer it is sent as the next one.");
    this.#controls?.steer(words).catch((error: Error) => this.#printer.say(`It could not be added: ${error.message}`));
  }

  /** Prints progress from time to time, on a terminal, while nothing else is printed. */
  async #report(): Promise<void> {
    if (this.#lines.columns === null) return;
    const [mine, { signal }] = [this.#view.turns.length, this.#ending];
    for (let elapsed = 0; ; ) {
      const next = nextReportMs(elapsed);
      await this.#lines.wait(next - elapsed);
      elapsed = next;
      const { working, turns } = this.#view;
      if (signal.aborted || turns.length !== mine || working === null) return;
      if (this.#waiting.length > 0 || this.#printer.isStreaming) continue;
      this.#printer.say(`Still working: ${workingWords(working, elapsed)}.`);
    }
  }

  #stop(): void {
    this.#printer.say("Stopping the turn.");
    this.#controls?.interrupt().catch((error: Error) => this.#printer.say(`It could not be stopped: ${error.message}`));
  }

  #quit(): void {
    if (this.#isQuitting || this.#controls === null) return this.#ending.abort(); // the second time, at once
    this.#isQuitting = true;
    this.#printer.say("Ending the run. The session can be resumed.");
    if (this.#isBusy) this.#controls.interrupt().catch(() => this.#ending.abort());
    this.#controls.close();
  }

  #wait(question: Waiting): void {
    this.#waiting.push(question);
    if (this.#waiting.length === 1) this.#askFirst();
  }

  #askFirst(): void {
    const [question] = this.#waiting;
    if (!question) this.#tellAll();
    this.#guard = question ? new GuardedQuestion((ms) => this.#lines.wait(ms)) : null;
    if (!question) return;
    this.#printer.say(question.text);
    this.#promptWhenReady(question);
  }

  #promptWhenReady(question: Waiting): void {
    const guard = this.#guard;
    void guard?.ready().then(() => {
      if (this.#guard === guard && this.#waiting[0] === question) this.#printer.say(question.prompt);
    });
  }

  #tellAll(): void {
    for (const { event, before } of this.#untold.splice(0)) this.#printer.tell(event, before);
  }

  /** Answered elsewhere. */
  #forget(request: string): void {
    const wasFirst = this.#waiting[0]?.key === request;
    const left = this.#waiting.filter(({ key }) => key !== request);
    this.#waiting.splice(0, this.#waiting.length, ...left);
    if (wasFirst) this.#askFirst();
  }
}
