import type { ItemBody, Request, RestoreEvent } from "@reprise/model";
import { safeBody } from "@reprise/model";
import { exitText, type ItemStyle, itemText, scriptText } from "./item-text.ts";
import { OutputFold } from "./output-fold.ts";
import { resolvedText } from "./request-text.ts";
import { type SafeStream, safeStream } from "./safe-stream.ts";

interface Growing {
  /** All that came, as it came. */
  text: string;
  readonly safe: SafeStream;
  readonly fold: OutputFold;
  hasHead: boolean;
}

/** A run as it happens: replies as they are written, commands with their output, edits, notices. */
export class RunText {
  readonly #style: ItemStyle & { readonly moreHint: string };
  readonly #growing = new Map<string, Growing>();
  readonly #requests = new Map<string, Request>();
  #openKey: string | null = null;
  #isMidLine = false;
  #hasBegun = false;

  constructor(style: ItemStyle & { readonly moreHint: string }) {
    this.#style = style;
  }

  /** What a person is shown of this event; empty for most. */
  next(event: RestoreEvent): string {
    switch (event.type) {
      case "delta":
        return event.kind === "reasoning" ? "" : this.#add(event.key, event.kind, event.text);
      case "item":
        return this.#item(event.key, event.item, event.isComplete);
      case "item-dropped":
        return this.#dropped(event.key);
      case "request":
        this.#requests.set(event.request.id, event.request);
        return "";
      case "request-resolved":
        return this.#block(resolvedText(event, this.#requests.get(event.id) ?? null));
      case "notice":
        return this.#block(this.#style.paint("dim", `notice: ${safeBody(event.text)}\n`));
      default:
        return "";
    }
  }

  /** Ends the line that is being written, so that something else can be said. */
  settle(): string {
    this.#openKey = null;
    return this.#isMidLine ? this.#wrote("\n") : "";
  }

  #item(key: string, item: ItemBody, isComplete: boolean): string {
    if (item.kind === "reply") return this.#reply(key, item.text, isComplete);
    if (item.kind === "command") return this.#command(key, item, isComplete);
    if (item.kind === "prompt" || !isComplete) return "";
    this.#growing.delete(key);
    return this.#block(itemText(item, this.#style));
  }

  #reply(key: string, text: string, isComplete: boolean): string {
    const shown = this.#catchUp(key, "reply", text);
    if (!isComplete) return shown;
    const rest = this.#wrote(this.#grown(key).safe.end());
    this.#growing.delete(key);
    return shown + rest + (this.#openKey === key ? this.settle() : "");
  }

  #command(key: string, item: ItemBody & { kind: "command" }, isComplete: boolean): string {
    const { paint } = this.#style;
    const command = this.#grown(key);
    const head = command.hasHead
      ? ""
      : this.#begin(key) + this.#wrote(`${scriptText(item.command, paint)}\n`);
    command.hasHead = true;
    const started = head + this.#catchUp(key, "output", item.output ?? "");
    if (!isComplete) return started;
    this.#growing.delete(key);
    const [rest, exit] = [command.fold.end(), exitText(item, paint)];
    const end = exit === "" ? "" : `${exit}\n`;
    return rest + end === "" ? started : started + this.#begin(key) + this.#wrote(rest + end);
  }

  #dropped(key: string): string {
    const wasSeen = (this.#growing.get(key)?.text ?? "") !== "";
    this.#growing.delete(key);
    return wasSeen ? this.#block(this.#style.paint("dim", "(void: the agent asks the model again)\n")) : "";
  }

  #add(key: string, kind: "reply" | "output", text: string): string {
    const item = this.#grown(key);
    item.text += text;
    const shown = kind === "reply" ? item.safe.push(text) : item.fold.push(text);
    return shown === "" ? "" : this.#begin(key) + this.#wrote(shown);
  }

  /** What the whole text has beyond what came in pieces; nothing where the two differ, since it was seen. */
  #catchUp(key: string, kind: "reply" | "output", whole: string): string {
    const { text } = this.#grown(key);
    return whole.startsWith(text) ? this.#add(key, kind, whole.slice(text.length)) : "";
  }

  #grown(key: string): Growing {
    const known = this.#growing.get(key);
    if (known) return known;
    const fresh = { text: "", safe: safeStream(), fold: new OutputFold(this.#style), hasHead: false };
    this.#growing.set(key, fresh);
    return fresh;
  }

  #block(text: string): string {
    return this.#begin(null) + this.#wrote(text);
  }

  /** From here on it is this item's turn; items are a blank line apart. */
  #begin(key: string | null): string {
    if (key !== null && this.#openKey === key) return "";
    const gap = this.settle() + (this.#hasBegun ? "\n" : "");
    this.#openKey = key;
    this.#hasBegun = true;
    return gap;
  }

  #wrote(text: string): string {
    if (text !== "") this.#isMidLine = !text.endsWith("\n");
    return text;
  }
}
