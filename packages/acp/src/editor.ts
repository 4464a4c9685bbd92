import {
  type AgentContext,
  type ClientCapabilities,
  type ElicitationSchema,
  methods,
  type PermissionOption,
  type SessionUpdate,
  type ToolCallUpdate,
} from "@agentclientprotocol/sdk";

/** The editor, as one session sees it. */
export class Editor {
  readonly session: string;
  readonly #client: AgentContext;
  readonly #can: ClientCapabilities;
  readonly #newId: () => string;

  constructor(parts: {
    readonly session: string;
    readonly client: AgentContext;
    readonly can: ClientCapabilities;
    readonly newId: () => string;
  }) {
    this.session = parts.session;
    this.#client = parts.client;
    this.#can = parts.can;
    this.#newId = parts.newId;
  }

  newId(): string {
    return this.#newId();
  }

  /** Resolves when the connection has taken it: wait for it, to keep the editor's pace. */
  async update(update: SessionUpdate): Promise<void> {
    await this.#client.notify(methods.client.session.update, { sessionId: this.session, update });
  }

  /** A line of ours beside the conversation. */
  async note(title: string): Promise<void> {
    if (this.#can.session?.notices) return this.update({ sessionUpdate: "notice", severity: "info", title });
    const content = { type: "text", text: title } as const;
    await this.update({ sessionUpdate: "agent_thought_chunk", content, messageId: this.newId() });
  }

  /** The option chosen; null if there was no answer. A failing editor gives none: nothing is permitted by that. */
  async choose(
    toolCall: ToolCallUpdate,
    options: readonly PermissionOption[],
    signal: AbortSignal,
  ): Promise<string | null> {
    if (signal.aborted) return null;
    try {
      const { outcome } = await this.#client.request(
        methods.client.session.requestPermission,
        { sessionId: this.session, toolCall, options: [...options] },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      if (outcome.outcome !== "selected" || signal.aborted) return null;
      return options.some(({ optionId }) => optionId === outcome.optionId) ? outcome.optionId : null;
    } catch {
      return null;
    }
  }

  /** Whether it can ask for an answer in the person's own words. */
  get hasForms(): boolean {
    return Boolean(this.#can.elicitation?.form);
  }

  /** The fields of a form as the person filled it in; null if they did not. */
  async fill(
    form: { readonly message: string; readonly schema: ElicitationSchema },
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, unknown>> | null> {
    if (signal.aborted) return null;
    try {
      const { message, schema: requestedSchema } = form;
      const answer = await this.#client.request(
        methods.client.elicitation.create,
        { mode: "form", sessionId: this.session, message, requestedSchema },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      if (answer.action !== "accept" || signal.aborted) return null;
      const { content } = answer;
      return typeof content === "object" && content !== null ? (content as Record<string, unknown>) : {};
    } catch {
      return null;
    }
  }
}
