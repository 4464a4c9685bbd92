import { isAbsolute } from "node:path";
import type {
  AgentContext,
  ClientCapabilities,
  LoadSessionRequest,
  NewSessionRequest,
  NewSessionResponse,
  PromptRequest,
  PromptResponse,
  SessionConfigOption,
  SetSessionConfigOptionRequest,
} from "@agentclientprotocol/sdk";
import { count, type SessionSummary } from "@reprise/model";
import { Editor } from "./editor.ts";
import { badParams, notFound, refused } from "./errors.ts";
import { configOptions, type OpenSession, setOption, usualAgent } from "./open-session.ts";
import type { AcpParts } from "./parts.ts";
import { promptText } from "./prompt-text.ts";
import { unknownFolder } from "./session-list.ts";
import { runTurn } from "./turn/run-turn.ts";
import { TurnStopper } from "./turn/turn-stopper.ts";
import { historyUpdates } from "./updates/history.ts";

/** The sessions that one editor has open. */
export class OpenSessions {
  /** What the editor said it can do. */
  can: ClientCapabilities = {};
  readonly #parts: AcpParts;
  readonly #open = new Map<string, OpenSession>();

  constructor(parts: AcpParts) {
    this.#parts = parts;
  }

  async create({ cwd }: NewSessionRequest): Promise<NewSessionResponse> {
    checkFolder(cwd);
    const id = `reprise:${this.#parts.newId()}`;
    const open: OpenSession = {
      id,
      cwd,
      otherCwd: null,
      session: null,
      isNamed: true,
      isKnown: false,
      isNew: true,
      turn: null,
      agent: await usualAgent(this.#parts, cwd),
      sandbox: this.#parts.settings.sandbox ?? null,
    };
    this.#open.set(id, open);
    return { sessionId: id, configOptions: this.#options(open) };
  }

  /** Sends the whole history, then resolves. */
  async load(request: LoadSessionRequest, client: AgentContext): Promise<SessionConfigOption[]> {
    const summary = await this.#find(request.sessionId);
    const open = this.#opened(request, summary);
    const editor = this.#editor(open, client);
    const { turns, damage } = await this.#parts.library.read(summary);
    for await (const { items } of turns)
      for (const item of items) for (const update of historyUpdates(item, open.cwd)) await editor.update(update);
    if (damage.length > 0)
      await editor.note(`${count(damage.length, "part")} of the session cannot be read. See: reprise doctor`);
    return this.#options(open);
  }

  /** Without its history. */
  async resume(request: Omit<LoadSessionRequest, "mcpServers">): Promise<SessionConfigOption[]> {
    return this.#options(this.#opened(request, await this.#find(request.sessionId)));
  }

  set(request: SetSessionConfigOptionRequest): SessionConfigOption[] {
    const open = this.#known(request.sessionId);
    setOption(open, request.configId, request.value, this.#parts);
    return this.#options(open);
  }

  async prompt({ sessionId, prompt }: PromptRequest, client: AgentContext): Promise<PromptResponse> {
    const open = this.#known(sessionId);
    if (open.turn !== null) throw refused("A turn of this session is running. Wait for its end, or cancel it first.");
    const text = promptText(prompt);
    const stopper = new TurnStopper();
    const editor = this.#editor(open, client);
    const over = runTurn({ ...this.#parts, open, editor, stopper }, text);
    open.turn = { stopper, over };
    try {
      return await over;
    } finally {
      open.turn = null;
    }
  }

  cancel(id: string): void {
    this.#open.get(id)?.turn?.stopper.cancel();
  }

  async close(id: string): Promise<void> {
    const open = this.#known(id);
    this.#open.delete(id);
    open.turn?.stopper.cancel();
    await open.turn?.over.catch(() => undefined);
  }

  /** The editor is gone. Resolves when every run has ended; each can be resumed. */
  async leave(): Promise<void> {
    const turns = [...this.#open.values()].flatMap(({ turn }) => turn ?? []);
    await Promise.all(turns.map(({ stopper }) => stopper.leave()));
    await Promise.allSettled(turns.map(({ over }) => over));
  }

  #opened({ sessionId: id, cwd }: Omit<LoadSessionRequest, "mcpServers">, summary: SessionSummary): OpenSession {
    checkFolder(cwd);
    const known = this.#open.get(id);
    if (known) return known;
    const recorded = summary.workspace ?? unknownFolder;
    const open: OpenSession = {
      id,
      cwd,
      otherCwd: cwd === recorded ? null : cwd,
      session: summary.id,
      isNamed: id !== summary.id,
      isKnown: false,
      isNew: false,
      turn: null,
      agent: summary.agent,
      sandbox: null,
    };
    this.#open.set(id, open);
    return open;
  }

  async #find(id: string): Promise<SessionSummary> {
    const session = this.#open.get(id)?.session ?? this.#parts.names.sessionOf(id) ?? id;
    const found = await this.#parts.library.find(session);
    if (found.id !== session) throw notFound(id); // a prefix or a name is no id
    return found;
  }

  #known(id: string): OpenSession {
    const open = this.#open.get(id);
    if (open === undefined) throw notFound(id);
    return open;
  }

  #editor({ id: session }: OpenSession, client: AgentContext): Editor {
    return new Editor({ session, client, can: this.can, newId: () => this.#parts.newId() });
  }

  #options(open: OpenSession): SessionConfigOption[] {
    return configOptions(open, this.#parts.agents());
  }
}

function checkFolder(cwd: string): void {
  if (!isAbsolute(cwd)) throw badParams(`cwd is an absolute path, not ${cwd}.`);
}
