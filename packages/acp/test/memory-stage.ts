import { randomUUID } from "node:crypto";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import {
  type Agent,
  asThreadId,
  type Library,
  type PromptTarget,
  type RestoreEvent,
  type Runner,
  SessionError,
  type SessionId,
  type SessionNames,
} from "@reprise/model";
import {
  linesOf,
  MemoryRunner,
  MemoryStore,
  memoryLibrary,
  type PlayedActs,
  type PlayedStage,
  playedRun,
  ScriptedAgent,
  type SessionSeed,
} from "@reprise/testkit";
import type { AcpParts } from "../src/parts.ts";
import { serveAcp } from "../src/serve.ts";
import { TestEditor } from "./editor.ts";

type Given = Partial<AcpParts> & { readonly seeds?: readonly SessionSeed[] };

/** An editor and the ACP agent in one process, over a runner and a library in memory. */
export class MemoryStage {
  readonly agent: ScriptedAgent;
  readonly store = new MemoryStore();
  readonly editor: TestEditor;
  /** Prompts on disk, by id. */
  readonly prompts = new Map<string, { readonly text: string; readonly target: PromptTarget }>();
  readonly named = new Map<string, SessionId>();
  readonly chosen: [string, Agent][] = [];
  /** Resolves when the agent has stopped serving. */
  readonly over: Promise<void>;
  readonly #leaving = new AbortController();

  constructor({ seeds = [], ...given }: Given = {}) {
    this.agent = new ScriptedAgent((thread, line) => this.store.log(thread, line));
    for (const seed of seeds) this.store.log(asThreadId(seed.thread), ...linesOf(seed));
    const [ours, theirs] = connected();
    this.editor = new TestEditor(theirs);
    this.over = serveAcp({ ...this.#parts(memoryLibrary(seeds)), ...given }, ours, this.#leaving.signal);
  }

  static async open(given?: Given, can = {}): Promise<MemoryStage> {
    const stage = new MemoryStage(given);
    await stage.editor.initialize(can);
    return stage;
  }

  leave(): Promise<void> {
    this.#leaving.abort();
    return this.over;
  }

  #parts(library: Library): AcpParts {
    const can = { asks: true, steers: true, takesImages: true, takesFiles: false };
    return {
      library,
      runner: new MemoryRunner(this.store, this.agent.driver, () => true),
      prompts: {
        save: (text, target) => {
          const id = randomUUID();
          this.prompts.set(id, { text, target });
          return id;
        },
        drop: (id) => void this.prompts.delete(id),
      },
      names: namesIn(this.named),
      agents: () => [
        { agent: "codex", title: "Codex", ...can, whyNot: null },
        { agent: "other", title: "Other", ...can, whyNot: null },
        { agent: "absent", title: "Absent", ...can, whyNot: "not installed: get it" },
      ],
      lastAgent: {
        load: (folder) => this.chosen.findLast(([place]) => place === folder)?.[1] ?? null,
        save: (folder, agent) => void this.chosen.push([folder, agent]),
      },
      agent: null,
      settings: {},
      version: "1.2.3",
      newId: randomUUID,
    };
  }
}

function namesIn(named: Map<string, SessionId>): SessionNames {
  return {
    sessionOf: (name) => named.get(name) ?? null,
    nameOf: (session) => [...named].find(([, one]) => one === session)?.[0] ?? null,
    save: (name, session) => void named.set(name, session),
  };
}

/** A runner of which every run plays these events. */
export function playing(
  play: (stage: PlayedStage) => AsyncIterable<RestoreEvent>,
  acts?: PlayedActs,
): Pick<AcpParts, "runner"> {
  const unused = () => {
    throw new SessionError("bad-use", "Only new runs are played.");
  };
  const runner = new Proxy({ run: async () => playedRun(play, acts) } as unknown as Runner, {
    get: (target, name) => Reflect.get(target, name) ?? unused,
  });
  return { runner };
}

/** Two ends of one connection. Each end takes one message more than the other has read. */
export function connected(): [Stream, Stream] {
  const [there, back] = [new TransformStream<AnyMessage>(), new TransformStream<AnyMessage>()];
  return [
    { readable: there.readable, writable: back.writable },
    { readable: back.readable, writable: there.writable },
  ];
}
