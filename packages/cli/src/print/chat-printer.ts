import { type ChatEvent, safeLine, safeText } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { Job } from "../commands/command.ts";

const resultWords = {
  completed: null,
  failed: null,
  cancelled: "Cancelled. The chat stays as it was before this message.",
  parked: "Stopped for now. The chat stays as it was before this message: send it again later.",
} as const;

/** Replies on stdout, everything else on stderr; with `--json` every event on stdout. */
export class ChatPrinter {
  readonly #job: Job;
  #isMidLine = false;
  #hasReplied = false;

  constructor(job: Job) {
    this.#job = job;
  }

  async print(event: ChatEvent): Promise<void> {
    const { values, stdout, stderr, paint } = this.#job;
    if (values.json) return stdout.write(`${json("chat-event", event)}\n`);
    switch (event.type) {
      case "message":
        return this.#reply(event.content, event.delta);
      case "tool_use":
        await this.#endLine();
        return stderr.write(paint("dim", `${safeLine(toolLine(event))}\n`));
      case "error":
        await this.#endLine();
        return stderr.write(`reprise: ${safeText(event.message)}\n`);
      case "attempt":
        await this.#endLine();
        return stderr.write(paint("dim", `${safeLine(event.message)}\n`));
      case "stderr":
        return stderr.write(paint("dim", `${safeText(event.content)}\n`));
      case "result": {
        await this.#endLine();
        const words = resultWords[event.status];
        return words === null ? undefined : stderr.write(`${words}\n`);
      }
      default:
        return undefined;
    }
  }

  /** Whole replies are apart by an empty line; pieces follow one another. */
  async #reply(content: string, delta: boolean): Promise<void> {
    const { stdout } = this.#job;
    if (!this.#isMidLine && this.#hasReplied) await stdout.write("\n");
    this.#hasReplied = true;
    await stdout.write(safeText(content));
    this.#isMidLine = true;
    if (!delta) await this.#endLine();
  }

  async #endLine(): Promise<void> {
    if (!this.#isMidLine) return;
    this.#isMidLine = false;
    await this.#job.stdout.write("\n");
  }
}

function toolLine({ tool_name, parameters }: Extract<ChatEvent, { type: "tool_use" }>): string {
  const command = (parameters as { command?: unknown } | null)?.command;
  return typeof command === "string" ? `$ ${command}` : `· ${tool_name}`;
}
