type Fields = Record<string, unknown>;

const common: Fields = {
  userType: "external",
  entrypoint: "cli",
  cwd: "",
  sessionId: "",
  version: "2.1.325",
  gitBranch: "main",
};

/** For tests: writes lines as Claude Code 2.1.325 does, each following the one before it unless told otherwise. */
export class ClaudeSession {
  readonly lines: string[] = [];
  readonly thread: string;
  readonly cwd: string;
  /** The id of the latest line of the conversation. */
  latest: string | null = null;
  #count = 0;

  constructor(thread = "11111111-1111-4111-8111-111111111111", cwd = "/srv/proj-a") {
    this.thread = thread;
    this.cwd = cwd;
  }

  /** Returns the id of its line. */
  prompt(text: string, more: Fields = {}): string {
    return this.line({
      type: "user",
      message: { role: "user", content: text },
      permissionMode: "default",
      ...more,
    });
  }

  reply(text: string, more: Fields = {}): string {
    return this.#assistant({ type: "text", text }, more);
  }

  thinking(text: string): string {
    return this.#assistant({ type: "thinking", thinking: text, signature: "signed" }, {});
  }

  call(id: string, name: string, input: Fields, more: Fields = {}): string {
    return this.#assistant({ type: "tool_use", id, name, input }, more);
  }

  result(id: string, content: unknown, more: Fields & { isError?: boolean } = {}): string {
    const { isError, ...fields } = more;
    const block = {
      tool_use_id: id,
      type: "tool_result",
      content,
      ...(isError === undefined ? {} : { is_error: isError }),
    };
    return this.line({
      type: "user",
      message: { role: "user", content: [block] },
      toolUseResult: { stdout: content },
      ...fields,
    });
  }

  attachment(attachment: Fields, more: Fields = {}): string {
    return this.line({ attachment, type: "attachment", ...more });
  }

  system(subtype: string, more: Fields = {}): string {
    return this.line({ type: "system", subtype, ...more });
  }

  /** A line outside the conversation. */
  aside(type: string, more: Fields = {}): void {
    this.lines.push(JSON.stringify({ type, ...more, sessionId: this.thread }));
  }

  line(fields: Fields): string {
    this.#count += 1;
    const uuid = `aaaaaaaa-aaaa-4aaa-8aaa-${String(this.#count).padStart(12, "0")}`;
    const placed = {
      parentUuid: this.latest,
      isSidechain: false,
      uuid,
      timestamp: this.at(this.#count),
      ...fields,
    };
    const last = Object.entries({ ...common, cwd: this.cwd, sessionId: this.thread }).map(([field, value]) => [
      field,
      fields[field] ?? value,
    ]);
    this.lines.push(JSON.stringify({ ...inOrder(placed), ...Object.fromEntries(last) }));
    if (!placed.isSidechain) this.latest = placed.uuid;
    return placed.uuid;
  }

  at(count: number): string {
    return new Date(Date.UTC(2026, 10, 15, 12, 0, count)).toISOString();
  }

  text(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }

  #assistant(block: Fields, more: Fields): string {
    const { messageId = `msg_${this.#count}`, model = "claude-opus-5-5", ...fields } = more;
    const message = {
      id: messageId,
      type: "message",
      role: "assistant",
      model,
      content: [block],
      stop_reason: "end_turn",
    };
    return this.line({ type: "assistant", message, ...fields });
  }
}

/** As the agent orders the fields of each type; what all lines share comes last. */
function inOrder({ parentUuid, isSidechain, type, message, attachment, uuid, timestamp, ...more }: Fields): Fields {
  const rest = Object.fromEntries(Object.entries(more).filter(([field]) => !(field in common)));
  const first = { parentUuid, isSidechain };
  if (type === "attachment") return { ...first, attachment, type, uuid, timestamp, ...rest };
  if (type === "assistant") return { ...first, message, type, uuid, timestamp, ...rest };
  return { ...first, type, message, uuid, timestamp, ...rest };
}
