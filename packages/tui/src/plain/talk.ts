import type { Consent, Controls, RestoreEvent, RestorePlan } from "@reprise/model";
import { safeBody } from "@reprise/model";
import type { LiveBeginning } from "../kernel/opening.ts";
import { driftRow } from "../widgets/plan-rows.ts";
import type { World } from "../world.ts";
import { choose, type Lines, type Next, say } from "./lines.ts";
import { approvalQuestion, inputQuestions, type Waiting, yesNoQuestion } from "./questions.ts";
import { Teller } from "./teller.ts";

const help =
  "Type a message and Enter to send it. /stop stops the turn, /steer WORDS adds to it, /quit ends the run.";

/** A conversation with a living agent, by lines. After a refusal: the plan of the next mode, which nobody has agreed to yet. */
export async function talk(begin: LiveBeginning, world: World, lines: Lines): Promise<Next | RestorePlan> {
  const first = begin.kind === "new" ? await firstMessage(begin, world, lines) : null;
  if (begin.kind === "new" && first === null) return "back";
  const conversation = new Conversation(lines);
  const release = lines.onInterrupt(() => conversation.interrupt());
  try {
    return await conversation.run(await eventsOf(begin, first ?? "", world, conversation));
  } finally {
    release();
  }
}

async function firstMessage(
  { draft, from }: LiveBeginning & { kind: "new" },
  world: World,
  lines: Lines,
): Promise<string | null> {
  const kept = draft ?? world.drafts.load(from?.id ?? world.cwd);
  if (kept !== null) {
    say(lines, "An unsent message:", safeBody(kept.text));
    const wish = await choose(lines, `It would begin a session of ${world.agent} in ${world.cwd}.`, [
      { label: "Send it", value: "send" },
      { label: "Write another one", value: "write" },
    ]);
    if (wish === null) return null;
    if (wish === "send") return kept.text;
  }
  const line = (await lines.ask(`Message to ${world.agent}, or an empty line to go back: `))?.trim();
  return line === undefined || line === "" ? null : line;
}

async function eventsOf(
  begin: LiveBeginning,
  prompt: string,
  world: World,
  conversation: Conversation,
): Promise<AsyncIterable<RestoreEvent>> {
  const runner = await world.runner();
  const { signal } = conversation;
  const onControls = (controls: Controls) => conversation.hold(controls);
  if (begin.kind === "new") {
    const { agent, cwd } = world;
    const lineage = begin.from && ({ kind: "handoff", session: begin.from.id, turn: null } as const);
    const wish = {
      agent,
      cwd,
      settings: {},
      prompt,
      canAnswer: true,
      stays: true,
      ...(lineage && { lineage }),
    };
    world.drafts.save(begin.from?.id ?? cwd, { text: "", cursor: 0, savedAt: world.now() });
    return runner.run(wish, onControls, signal);
  }
  const consent: Consent = {
    reappliesApprovals: begin.reappliesApprovals,
    tellsAccount: begin.tellsAccount,
    allowsWider: begin.allowsWider ?? false,
    ...{ canAnswer: true, stays: true },
    acceptsDrift: (drift) =>
      conversation.askYesNo(
        [
          "The agent came back with other settings:",
          ...drift.map((one) => `  ${driftRow(one).text}`),
          "Go on?",
        ].join("\n"),
      ),
    ...(begin.isStepwise && {
      mayGoOn: (segment: number) => conversation.askYesNo(`Tell segment ${segment}?`),
    }),
  };
  return runner.restore(begin.plan, consent, onControls, signal);
}

/** What is going on at once: events that are told, and lines that answer, say or stop. */
class Conversation {
  readonly #lines: Lines;
  readonly #teller: Teller;
  readonly #ending = new AbortController();
  readonly #waiting: Waiting[] = [];
  #controls: Controls | null = null;
  #isWorking = false;
  #isQuitting = false;

  constructor(lines: Lines) {
    this.#lines = lines;
    this.#teller = new Teller(lines);
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  hold(controls: Controls): void {
    this.#controls = controls;
  }

  interrupt(): void {
    if (this.#isWorking && !this.#isQuitting) this.#stop();
    else this.#quit();
  }

  askYesNo(text: string): Promise<boolean> {
    const question = yesNoQuestion("ours", text);
    this.#wait(question);
    return question.answered;
  }

  async run(events: AsyncIterable<RestoreEvent>): Promise<Next | RestorePlan> {
    say(this.#lines, help);
    const over = new AbortController();
    const listening = this.#listen(over.signal);
    let next: Next | RestorePlan = "back";
    try {
      for await (const event of events) {
        this.#hear(event);
        if (event.type === "refused") next = event.plan;
      }
    } finally {
      over.abort();
      this.#ending.abort();
    }
    return (await listening) === "quit" ? "quit" : next;
  }

  #hear(event: RestoreEvent): void {
    this.#teller.tell(event);
    if (event.type === "turn-started") this.#isWorking = true;
    if (event.type === "turn-ended") {
      this.#isWorking = false;
      if (!this.#isQuitting) this.#teller.say("Your turn.");
    }
    if (event.type === "request-resolved") this.#forget(event.id);
    if (event.type !== "request") return;
    const { request } = event;
    const answer: Parameters<typeof approvalQuestion>[1] = (given) =>
      this.#controls?.answer(request.id, given);
    if (request.questions.length === 0) this.#wait(approvalQuestion(request, answer));
    else for (const question of inputQuestions(request, answer)) this.#wait(question);
  }

  /** Until the run is over or there are no more lines. */
  async #listen(signal: AbortSignal): Promise<Next> {
    for (;;) {
      const line = await this.#lines.ask("", signal);
      if (signal.aborted) return "back";
      if (line === null) {
        for (const question of this.#waiting.splice(0)) question.drop();
        this.#quit();
        return "quit";
      }
      this.#take(line.trim());
    }
  }

  #take(line: string): void {
    if (line === "/stop") return this.#stop();
    if (line === "/quit") return this.#quit();
    if (line === "/help") return this.#teller.say(help);
    const [question] = this.#waiting;
    if (question !== undefined) {
      if (!question.take(line)) return this.#teller.say(question.text);
      this.#waiting.shift();
      return this.#askFirst();
    }
    if (line === "") return;
    if (line.startsWith("/steer ")) {
      const steering = this.#controls?.steer(line.slice(7));
      steering?.catch((error: Error) => this.#teller.say(`It could not be added: ${error.message}`));
      return;
    }
    if (line.startsWith("/")) return this.#teller.say(`${line} means nothing here. ${help}`);
    if (this.#controls === null)
      return this.#teller.say("The agent is not there yet; say it again in a moment.");
    this.#controls.send(line);
  }

  #stop(): void {
    this.#teller.say("Stopping the turn.");
    this.#controls
      ?.interrupt()
      .catch((error: Error) => this.#teller.say(`It could not be stopped: ${error.message}`));
  }

  #quit(): void {
    if (this.#isQuitting || this.#controls === null) return this.#ending.abort(); // the second time at once
    this.#isQuitting = true;
    this.#teller.say("Ending the run. The session can be restored.");
    if (this.#isWorking) this.#controls.interrupt().catch(() => this.#ending.abort());
    this.#controls.close();
  }

  #wait(question: Waiting): void {
    this.#waiting.push(question);
    if (this.#waiting.length === 1) this.#askFirst();
  }

  #askFirst(): void {
    const [question] = this.#waiting;
    if (question) this.#teller.say(question.text);
  }

  /** Somebody else has answered. */
  #forget(request: string): void {
    const wasFirst = this.#waiting[0]?.key === request;
    const left = this.#waiting.filter(({ key }) => key !== request);
    this.#waiting.splice(0, this.#waiting.length, ...left);
    if (wasFirst) this.#askFirst();
  }
}
