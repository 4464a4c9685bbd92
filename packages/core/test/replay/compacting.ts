import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Turn } from "@reprise/model";
import {
  type Action,
  type AgentHome,
  type AgentName,
  type Model,
  type ModelRequest,
  modelInputs,
  type Reply,
  startModel,
} from "@reprise/testkit";
import { type Stage, testAgents } from "./stage.ts";
import { type Summarizing, summarizePart } from "./summarizing.ts";

/** Everything that is said has a name of this kind in it, and nothing that an agent adds has. */
const name = /(?:PROMPT|REPLY|COMMAND|SUMMARY)-\w+/g;

/** The names in what a model is told, in order. An output repeats its command. */
export function namesIn(request: ModelRequest | undefined): string[] {
  if (!request) return [];
  return modelInputs(request).flatMap((row) => {
    if (row.kind === "output") return [];
    const words = row.kind === "call" ? JSON.stringify(row.input) : row.text;
    return [...new Set(words.match(name))];
  });
}

/** The names in what is shown, in order, turn by turn. */
export function namesShown(turns: readonly Turn[]): string[][] {
  return turns.map(({ items }) => items.flatMap((item) => [...new Set(JSON.stringify(item).match(name))]));
}

/** A session that an agent compacted and went on with. */
export interface CompactedSession {
  readonly thread: string;
  /** What the agent's own model is told when the session is gone on with once more, without the new prompt. */
  readonly truth: readonly string[];
}

export interface Compaction {
  /** The last turn is too long to be kept. */
  readonly isLongToTheEnd?: boolean;
  /** When Claude Code compacts without being asked; by `/compact` where this is left out. */
  readonly byItself?: "in-turn" | "between-turns";
  /** What a person lets Claude Code summarize. */
  readonly summarizing?: Summarizing;
}

/** Three turns of which the last is short, a compaction, and one turn more; then what the model is told is looked at. */
export async function compactedSession(
  agent: AgentName,
  stage: Stage,
  compaction: Compaction = {},
): Promise<CompactedSession> {
  const model = await startModel(testAgents[agent].modelKind);
  try {
    const home = await testAgents[agent].prepareHome({ home: stage.scratch.home, model });
    return await new Session(agent, home, model, stage).live(compaction);
  } finally {
    await model.close();
  }
}

const summary: readonly Action[] = [{ text: "<state_snapshot>SUMMARY-0</state_snapshot><summary>SUMMARY-0</summary>" }];

/** So many words that three of them are more than is kept. */
function long(count: number): string {
  return Array.from({ length: count }, (_, index) => `word${(index * 7) % 307}`).join(" ");
}

class Session {
  readonly #agent: AgentName;
  readonly #home: AgentHome;
  readonly #model: Model;
  readonly #stage: Stage;
  #thread: string | null = null;

  constructor(agent: AgentName, home: AgentHome, model: Model, stage: Stage) {
    this.#agent = agent;
    this.#home = home;
    this.#model = model;
    this.#stage = stage;
  }

  async live({ isLongToTheEnd = false, byItself, summarizing }: Compaction): Promise<CompactedSession> {
    const words = long(this.#agent === "opencode" ? 15_000 : 1500);
    const first = summarizing === "from here" ? "" : words;
    const third = summarizing === "from here" ? ` ${words}` : "";
    const shell = (command: string) => ({ call: testAgents[this.#agent].shellCall(command) });
    await this.#turn(`PROMPT-1 ${first}`, [[{ text: `REPLY-1 ${first}` }]]);
    await this.#turn(`PROMPT-2 ${words}`, [[shell("echo COMMAND-2")], [{ text: `REPLY-2 ${words}` }]]);
    const last = isLongToTheEnd ? `REPLY-3 ${words} ${words} ${words}` : `REPLY-3${third}`;
    const replies = [[{ text: "REPLY-3a" }, shell("echo COMMAND-3")], [{ text: last }]];
    if (summarizing) await this.#summarize(`PROMPT-3${third}`, replies, summarizing);
    else if (byItself) await this.#fill("PROMPT-3", replies, byItself);
    else await this.#compact("PROMPT-3", replies);
    await this.#turn("PROMPT-4", [[{ text: "REPLY-4" }]]);
    await this.#turn("PROMPT-5", [[{ text: "REPLY-5" }]]);
    const truth = namesIn(this.#model.requests.findLast(({ number }) => number !== null));
    return { thread: this.#thread ?? "", truth: [...truth, "REPLY-5"] };
  }

  async #summarize(prompt: string, replies: readonly Reply[], part: Summarizing): Promise<void> {
    await this.#turn(prompt, replies);
    this.#model.push({ match: /TEXT ONLY/, times: 1, actions: summary });
    const { scratch } = this.#stage;
    await summarizePart(part, { thread: this.#thread ?? "", scratch, home: this.#home });
  }

  /** Claude Code compacts before the next request, once the last one took nearly a whole window of a million. */
  async #fill(
    prompt: string,
    replies: readonly (readonly Action[])[],
    when: NonNullable<Compaction["byItself"]>,
  ): Promise<void> {
    this.#model.push({ match: /Respond with TEXT ONLY/, actions: summary });
    const fullAt = when === "in-turn" ? 0 : replies.length - 1;
    const usage = (index: number) => ({
      usage: { inputTokens: index === fullAt ? 985_000 : 5000, outputTokens: 10 },
    });
    await this.#turn(
      prompt,
      replies.map((reply, index) => [...reply, usage(index)]),
    );
  }

  /** The last turn before the compaction, and what brings it about. */
  async #compact(prompt: string, replies: readonly Reply[]): Promise<void> {
    const full = (inputTokens: number) => [
      ...replies.slice(0, -1),
      [...((replies.at(-1) ?? []) as readonly Action[]), { usage: { inputTokens, outputTokens: 10 } }],
    ];
    if (this.#agent === "claude") {
      await this.#turn(prompt, replies);
      await this.#turn("/compact", [summary]);
    } else if (this.#agent === "codex") {
      await this.#turn(prompt, full(150_000));
      // Before the next turn.
      this.#model.push(summary);
    } else if (this.#agent === "gemini") {
      await this.#turn(prompt, full(900_000));
      this.#model.push({ match: /<state_snapshot>/, actions: summary });
      this.#settings({ model: { compressionThreshold: 0.0001 } });
    } else {
      // It compacts at once, and goes on by itself.
      this.#model.push({ match: /summary/i, actions: summary });
      await this.#turn(prompt, [...full(199_500), [{ text: "REPLY-auto" }]]);
    }
  }

  #settings(more: object): void {
    const path = join(this.#stage.scratch.home, ".gemini", "settings.json");
    writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, "utf8")), ...more }));
  }

  async #turn(prompt: string, replies: readonly Reply[]): Promise<void> {
    this.#model.push(...replies);
    const turn = this.#home.spawnTurn({
      prompt,
      cwd: this.#stage.scratch.workspace,
      allowTools: true,
      ...(this.#thread === null ? {} : { resume: this.#thread }),
      ...(this.#agent === "codex" && prompt === "PROMPT-4"
        ? { extraArgs: ["-c", "model_auto_compact_token_limit=100000"] }
        : {}),
    });
    const { code } = await turn.exited;
    if (code !== 0) throw new Error(`${this.#agent} ended with ${code} at ${prompt}:\n${turn.lines.join("\n")}`);
    this.#thread ??= testAgents[this.#agent].sessionId(turn);
    if (prompt === "PROMPT-4" && this.#agent === "gemini") this.#settings({ model: {} });
  }
}
