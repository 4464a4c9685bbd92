import {
  busyWords,
  checkingWords,
  droppedWords,
  exactLine,
  hasRunning,
  healthAgain,
  healthWords,
  incompleteWords,
  presented,
  type RestoreEvent,
  type RunView,
  refusalWords,
  resolutionItem,
  restOfText,
  restoreCancelledWords,
  restoredShare,
  restoredWords,
  runEndWords,
  runOrReplay,
  safeLine,
  safeText,
  turnEndWords,
} from "@reprise/model";
import { endOf, itemText } from "./item-text.ts";
import { type Lines, say } from "./lines.ts";

const streamWords = { reply: "Agent", reasoning: "Reasoning", output: "Output" } as const;

/** Prints events as they happen: streamed text once, everything else when complete. */
export class RunPrinter {
  readonly #lines: Lines;
  /** Key of the item being streamed. */
  #streaming: string | null = null;
  /** Streamed parts of incomplete items, by key. */
  readonly #streamed = new Map<string, string>();

  constructor(lines: Lines) {
    this.#lines = lines;
  }

  get isStreaming(): boolean {
    return this.#streaming !== null;
  }

  /** Prints on its own line, even during streamed text. */
  say(text: string): void {
    this.#endStream();
    say(this.#lines, text);
  }

  /** `before`: the view of the run without this event. */
  tell(event: RestoreEvent, before: RunView): void {
    switch (event.type) {
      case "delta":
        return this.#stream(event);
      case "item":
        return event.isComplete ? this.#item(event) : undefined;
      case "item-dropped":
        return this.#streamed.delete(event.key) ? this.say(droppedWords) : undefined;
      case "notice":
        return this.say(`Notice: ${safeLine(event.text)}`);
      case "journal-health":
        return this.say(event.problem === null ? healthAgain : `Warning: ${healthWords(event.problem)}`);
      case "prompts-returned":
        for (const { text } of event.prompts) this.say(`Not sent: ${exactLine(text)}. Write it again to send it.`);
        return undefined;
      case "turn-started":
        return this.say("The agent works. /stop stops it.");
      case "turn-ended":
        return this.say(safeLine(turnEndWords(event, { hasRunning: hasRunning(before.entries) })));
      case "request-resolved": {
        if (event.by === "person") return undefined;
        const request = before.requests.find(({ id }) => id === event.id) ?? null;
        return this.say(itemText(resolutionItem(event, request)));
      }
      case "checking":
        return this.say(checkingWords);
      case "checked":
        return this.say("Done.");
      case "restoring":
        return this.say(`Restoring: ${Math.floor(100 * restoredShare(event))}%`);
      case "restored":
        return this.say(restoredWords(event));
      case "restore-cancelled":
        return this.say(restoreCancelledWords(event));
      case "busy":
        return this.say(`${busyWords(event.owner)} try again.`);
      case "refused":
        return this.say(`Fail: ${safeLine(refusalWords(event.plan))}`);
      case "run-ended": {
        const isKnown = event.failure?.message === before.failure?.message;
        return this.say(safeLine(runEndWords(event.status, isKnown ? null : event.failure, runOrReplay(before))));
      }
      default:
        return undefined;
    }
  }

  #stream({ key, kind, text }: RestoreEvent & { type: "delta" }): void {
    if (kind === "reasoning") return; // printed when complete
    if (this.#streaming !== key) this.#begin(key, kind);
    this.#streamed.set(key, (this.#streamed.get(key) ?? "") + text);
    this.#lines.write(safeText(text));
  }

  #item({ key, item }: RestoreEvent & { type: "item" }): void {
    if (item.kind === "prompt") return; // the user's own words
    const streamed = this.#streamed.get(key);
    this.#streamed.delete(key);
    if (streamed === undefined) return this.say(itemText(item));
    const whole = item.kind === "reply" ? item.text : item.kind === "command" ? item.output : null;
    const kind = item.kind === "reply" ? "reply" : "output";
    const { text, isAgain } = restOfText(streamed, whole ?? streamed);
    if (isAgain) return this.say(`${incompleteWords(kind)}\n${itemText(item)}`);
    if (text !== "" && this.#streaming !== key) this.#begin(key, kind);
    this.#lines.write(safeText(text));
    this.#endStream();
    const { outcome } = presented(item);
    if (item.kind === "command" && outcome !== null)
      say(this.#lines, `Of the command ${exactLine(item.command)}: ${endOf(outcome)}`);
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
