import { exactLine, type RestoreEvent, safeLine, safeText } from "@reprise/model";
import { healthAgain, healthWords } from "../screens/live/health.ts";
import { count } from "../text/count.ts";
import { endOf, itemText } from "./item-text.ts";
import { type Lines, say } from "./lines.ts";

const streamWords = { reply: "Agent", reasoning: "Reasoning", output: "Output" } as const;

/** Tells what happens as it happens: streamed text once, everything else when it is whole. */
export class Teller {
  readonly #lines: Lines;
  /** Whose text is being streamed. */
  #streaming: string | null = null;
  /** What came in pieces of items that are not complete, by key. */
  readonly #streamed = new Map<string, string>();

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  get isStreaming(): boolean {
    return this.#streaming !== null;
  }

  /** A line of its own, also in the middle of streamed text. */
  say(text: string): void {
    this.#endStream();
    say(this.#lines, text);
  }

  tell(event: RestoreEvent): void {
    switch (event.type) {
      case "delta":
        return this.#stream(event);
      case "item":
        return event.isComplete ? this.#item(event) : undefined;
      case "item-dropped":
        return this.#streamed.delete(event.key)
          ? this.say("What was said last is void; the agent asks again.")
          : undefined;
      case "notice":
        return this.say(`Notice: ${safeLine(event.text)}`);
      case "journal-health":
        return this.say(event.problem === null ? healthAgain : `Warning: ${healthWords(event.problem)}`);
      case "turn-started":
        return this.say("The agent works. /stop stops it.");
      case "turn-ended": {
        const reason = event.failure === null ? "" : ` ${safeLine(event.failure.message)}`;
        return this.say(`The turn is ${event.state}.${reason}`);
      }
      case "request-resolved":
        return event.by === "person"
          ? undefined
          : this.say(`Answered without you, by ${byWords[event.by]}: ${event.decision ?? "withdrawn"}.`);
      case "checking":
        return this.say("Checking server connection…");
      case "checked":
        return this.say("Done.");
      case "restoring": {
        const { doneCount, totalCount } = event;
        return this.say(`Restoring: ${Math.floor((100 * doneCount) / Math.max(1, totalCount))}%`);
      }
      case "restored":
        return this.say(`Restored as ${exactLine(event.session)}: ${count(event.itemCount, "item")} told.`);
      case "restore-cancelled":
        return this.say(
          `Restore cancelled after ${event.doneCount} of ${count(event.totalCount, "segment")}.`,
        );
      case "busy":
        return this.say("Another program holds the session. Close it there, then try again.");
      case "refused":
        return this.say("Fail: the agent refused.");
      case "run-ended": {
        const reason = event.failure === null ? "" : ` ${safeLine(event.failure.message)}`;
        return this.say(`The run is ${event.status}.${reason}`);
      }
      default:
        return undefined;
    }
  }

  #stream({ key, kind, text }: RestoreEvent & { type: "delta" }): void {
    if (kind === "reasoning") return; // told when it is whole
    if (this.#streaming !== key) this.#begin(key, kind);
    this.#streamed.set(key, (this.#streamed.get(key) ?? "") + text);
    this.#lines.write(safeText(text));
  }

  #item({ key, item }: RestoreEvent & { type: "item" }): void {
    if (item.kind === "prompt") return; // the person knows what they said
    const streamed = this.#streamed.get(key);
    this.#streamed.delete(key);
    if (streamed === undefined) return this.say(itemText(item));
    const whole = item.kind === "reply" ? item.text : item.kind === "command" ? item.output : null;
    // Agents may leave out parts of what they stream; only the completed item is whole.
    if (whole !== null && !whole.startsWith(streamed) && !streamed.startsWith(whole.trimEnd()))
      return this.say(`That was incomplete. All of it:\n${itemText(item)}`);
    const rest = whole?.slice(streamed.length) ?? "";
    if (rest !== "" && this.#streaming !== key) this.#begin(key, item.kind === "reply" ? "reply" : "output");
    this.#lines.write(safeText(rest));
    this.#endStream();
    if (item.kind === "command")
      say(this.#lines, `Of the command ${exactLine(item.command)}: ${endOf(item)}`);
  }

  #begin(key: string, kind: keyof typeof streamWords): void {
    this.#endStream();
    this.#lines.write(`${streamWords[kind]}: `);
    this.#streaming = key;
  }

  #endStream(): void {
    if (this.#streaming !== null) this.#lines.write("\n");
    this.#streaming = null;
  }
}

const byWords = {
  kept: "an approval you gave before",
  policy: "the policy",
  agent: "the agent itself",
} as const;
