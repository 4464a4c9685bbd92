import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Action,
  type AgentHome,
  type AgentName,
  type Model,
  type ModelRequest,
  type Reply,
  startModel,
  toldIn,
} from "@reprise/testkit";
import { type Stage, testAgents } from "./stage.ts";

/** Everything that is said has a name of this kind in it, and nothing that an agent adds has. */
const name = /(?:PROMPT|REPLY|COMMAND|SUMMARY)-\w+/g;

/** The names in what a model is told, in order. An output repeats its command. */
export function namesIn(request: ModelRequest | undefined): string[] {
  if (!request) return [];
  return toldIn(request).flatMap((row) => {
    if (row.kind === "output") return [];
    const words = row.kind === "call" ? JSON.stringify(row.input) : row.text;
    return [...new Set(words.match(name))];
  });
}

/** A session that an agent compacted and went on with. */
export interface CompactedSession {
  readonly thread: string;
  /** What the agent's own model is told when the session is gone on with once more, without the new prompt. */
  readonly truth: readonly string[];
}

/**
 * Three turns of which the last is short, a compaction, and one turn more; then what the model is told is looked at.
 * `isLongToTheEnd`: the last turn is too long to be kept.
 */
export async function compactedSession(
  agent: AgentName,
  stage: Stage,
  { isLongToTheEnd = false } = {},
): Promise<CompactedSession> {
  const model = await startModel(testAgents[agent].modelKind);
  try {
    const home = await testAgents[agent].prepareHome({ home: stage.scratch.home, model });
    return await new Session(agent, home, model, stage).live({ isLongToTheEnd });
  } finally {
    await model.close();
  }
}

const summary: readonly Action[] = [
  { text: "<state_snapshot>SUMMARY-0</state_snapshot><summary>SUMMARY-0</summary>" },
];

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

  async live({ isLongToTheEnd }: { isLongToTheEnd: boolean }): Promise<CompactedSession> {
    const words = long(this.#agent === "opencode" ? 15_000 : 1500);
    const shell = (command: string) => ({ call: testAgents[this.#agent].shellCall(command) });
    await this.#turn(`PROMPT-1 ${words}`, [[{ text: `REPLY-1 ${words}` }]]);
    await this.#turn(`PROMPT-2 ${words}`, [[shell("echo COMMAND-2")], [{ text: `REPLY-2 ${words}` }]]);
    const last = isLongToTheEnd ? `REPLY-3 ${words} ${words} ${words}` : "REPLY-3";
    await this.#compact("PROMPT-3", [[{ text: "REPLY-3a" }, shell("echo COMMAND-3")], [{ text: last }]]);
    await this.#turn("PROMPT-4", [[{ text: "REPLY-4" }]]);
    await this.#turn("PROMPT-5", [[{ text: "REPLY-5" }]]);
    const truth = namesIn(this.#model.requests.findLast(({ number }) => number !== null));
    return { thread: this.#thread ?? "", truth: [...truth, "REPLY-5"] };
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
    if (code !== 0)
      throw new Error(`${this.#agent} ended with ${code} at ${prompt}:\n${turn.lines.join("\n")}`);
    this.#thread ??= testAgents[this.#agent].sessionId(turn);
    if (prompt === "PROMPT-4" && this.#agent === "gemini") this.#settings({ model: {} });
  }
}
