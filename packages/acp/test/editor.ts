import {
  type ClientConnection,
  type CreateElicitationRequest,
  client,
  methods,
  type NewSessionResponse,
  PROTOCOL_VERSION,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionNotification,
  type SessionUpdate,
  type Stream,
} from "@agentclientprotocol/sdk";
import { until } from "@reprise/testkit";

type Answers = (request: RequestPermissionRequest) => string | null | Promise<string | null>;

/** An editor, by the protocol's own client. It remembers everything it is sent. */
export class TestEditor {
  readonly heard: SessionNotification[] = [];
  readonly asked: RequestPermissionRequest[] = [];
  /** The option chosen for each question; null: no answer. */
  answers: Answers = () => null;
  /** What is written into a form; null: it is declined. */
  fills: (request: CreateElicitationRequest) => Record<string, string> | null = () => null;
  readonly connection: ClientConnection;

  constructor(stream: Stream) {
    this.connection = client({ name: "test" })
      .onNotification(methods.client.session.update, ({ params }) => void this.heard.push(params))
      .onRequest(methods.client.session.requestPermission, async ({ params }) => {
        this.asked.push(params);
        const optionId = await this.answers(params);
        return { outcome: optionId === null ? { outcome: "cancelled" } : { outcome: "selected", optionId } };
      })
      .onRequest(methods.client.elicitation.create, ({ params }) => {
        const content = this.fills(params);
        return content === null ? { action: "decline" } : { action: "accept", content };
      })
      .connect(stream);
  }

  get agent() {
    return this.connection.agent;
  }

  initialize(clientCapabilities = {}) {
    return this.agent.request(methods.agent.initialize, {
      protocolVersion: PROTOCOL_VERSION,
      clientCapabilities,
    });
  }

  create(cwd: string): Promise<NewSessionResponse> {
    return this.agent.request(methods.agent.session.new, { cwd, mcpServers: [] });
  }

  load(sessionId: string, cwd: string) {
    return this.agent.request(methods.agent.session.load, { sessionId, cwd, mcpServers: [] });
  }

  resume(sessionId: string, cwd: string) {
    return this.agent.request(methods.agent.session.resume, { sessionId, cwd });
  }

  list(cwd?: string, cursor?: string | null) {
    return this.agent.request(methods.agent.session.list, {
      ...(cwd === undefined ? {} : { cwd }),
      ...(cursor ? { cursor } : {}),
    });
  }

  set(sessionId: string, configId: string, value: string) {
    return this.agent.request(methods.agent.session.setConfigOption, { sessionId, configId, value });
  }

  prompt(sessionId: string, text: string): Promise<PromptResponse> {
    return this.agent.request(methods.agent.session.prompt, { sessionId, prompt: [{ type: "text", text }] });
  }

  cancel(sessionId: string): Promise<void> {
    return this.agent.notify(methods.agent.session.cancel, { sessionId });
  }

  updates(session?: string): SessionUpdate[] {
    return this.heard
      .filter(({ sessionId }) => session === undefined || sessionId === session)
      .map(({ update }) => update);
  }

  of<Kind extends SessionUpdate["sessionUpdate"]>(kind: Kind): Extract<SessionUpdate, { sessionUpdate: Kind }>[] {
    return this.updates().filter(
      (update): update is Extract<SessionUpdate, { sessionUpdate: Kind }> => update.sessionUpdate === kind,
    );
  }

  /** All text of a kind, as a person reads it. */
  text(kind: "user_message_chunk" | "agent_message_chunk" | "agent_thought_chunk"): string {
    return this.of(kind)
      .map(({ content }) => (content.type === "text" ? content.text : `[${content.type}]`))
      .join("");
  }

  /** Messages of the conversation in order, each whole, and the titles of tool calls. */
  get conversation(): string[] {
    const lines: { id: string; text: string }[] = [];
    for (const update of this.updates()) {
      if (update.sessionUpdate === "tool_call") lines.push({ id: "", text: `call: ${update.title}` });
      if (!("content" in update) || !("messageId" in update)) continue;
      const text = update.content.type === "text" ? update.content.text : `[${update.content.type}]`;
      const who = {
        user_message_chunk: "user",
        agent_message_chunk: "agent",
        agent_thought_chunk: "thought",
      };
      const last = lines.at(-1);
      const id = `${update.sessionUpdate} ${update.messageId}`;
      if (last?.id === id) last.text += text;
      else lines.push({ id, text: `${who[update.sessionUpdate]}: ${text}` });
    }
    return lines.map(({ text }) => text);
  }

  /** Without thoughts: agents add some of their own, depending on the machine. */
  get said(): string[] {
    return this.conversation.filter((line) => !line.startsWith("thought: "));
  }

  forget(): void {
    this.heard.length = 0;
    this.asked.length = 0;
  }

  hears(isWanted: (update: SessionUpdate) => boolean, what: string): Promise<SessionUpdate> {
    return until(() => this.updates().find(isWanted), { what, timeoutMs: 120_000 });
  }
}
