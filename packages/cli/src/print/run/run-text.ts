import type { ItemBody, RestoreEvent, RunView } from "@reprise/model";
import { droppedWords, incompleteWords, presented, restOfText, safeBody } from "@reprise/model";
import { exitText, type ItemStyle, itemText, scriptText } from "../transcript/item-text.ts";
import { type WordWrap, wordWrap, wrappedWords } from "../word-wrap.ts";
import { OutputFold } from "./output-fold.ts";
import { resolvedText } from "./request-text.ts";
import { type SafeStream, safeStream } from "./safe-stream.ts";

interface Growing {
  /** Everything received, unchanged. */
  text: string;
  readonly safe: SafeStream;
  /** Of a reply on a terminal. */
  readonly wrap: WordWrap | null;
  readonly fold: OutputFold;
  hasHead: boolean;
}

/**
 * Prints a run as it happens: replies as they stream, commands with their output, edits, notices. Agents may leave out parts of
 * streamed output, so only the completed item is whole. Folded output shows its first lines as they stream, and again if they
 * prove incomplete; unfolded output is printed once, when whole.
 */
export class RunText {
  readonly #style: ItemStyle & { readonly moreHint: string };
  readonly #growing = new Map<string, Growing>();
  #openKey: string | null = null;
  #isMidLine = false;
  #hasBegun = false;

  constructor(style: ItemStyle & { readonly moreHint: string }) {
    this.#style = style;
  }

  /** The text shown for this event; empty for most. `view`: of the run before it. */
  next(event: RestoreEvent, { requests }: Pick<RunView, "requests">): string {
    switch (event.type) {
      case "delta":
        return event.kind === "reasoning" ? "" : this.#add(event.key, event.kind, event.text);
      case "item":
        return this.#item(event.key, event.item, event.isComplete);
      case "item-dropped":
        return this.#dropped(event.key);
      case "request-resolved":
        return this.#block(resolvedText(event, requests.find(({ id }) => id === event.id) ?? null));
      case "turn-ended":
      case "run-ended":
        return this.#cutOff();
      case "notice":
        return this.#block(
          this.#style.paint("dim", `${wrappedWords(`notice: ${safeBody(event.text)}`, this.#style.width ?? null)}\n`),
        );
      default:
        return "";
    }
  }

  /** Ends the current line, so that other text can be printed. */
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
    const shown = isComplete ? this.#whole(key, "reply", text) : this.#catchUp(key, "reply", text);
    if (!isComplete) return shown;
    const rest = this.#wrote(this.#ended(this.#grown(key)));
    this.#growing.delete(key);
    return shown + rest + (this.#openKey === key ? this.settle() : "");
  }

  #command(key: string, item: ItemBody & { kind: "command" }, isComplete: boolean): string {
    const { paint } = this.#style;
    const command = this.#grown(key);
    const head = command.hasHead ? "" : this.#begin(key) + this.#wrote(`${scriptText(item.command, paint)}\n`);
    command.hasHead = true;
    const output = item.output ?? command.text;
    if (!isComplete) return head + this.#catchUp(key, "output", output);
    const started = head + this.#whole(key, "output", output);
    const rest = this.#endOutput(key);
    const exit = exitText(presented(item).outcome, paint);
    const end = exit === "" ? "" : `${exit}\n`;
    return rest + end === "" ? started : started + this.#begin(key) + this.#wrote(rest + end);
  }

  /** The rest of an output; the item is over. */
  #endOutput(key: string): string {
    const { text, fold } = this.#grown(key);
    this.#growing.delete(key);
    return (this.#isHeld ? fold.push(text) : "") + fold.end();
  }

  /** Prints text held back for items that will get no end. */
  #cutOff(): string {
    const words = [...this.#growing].map(([key, { wrap }]) => this.#printed(key, wrap?.end() ?? "")).join("");
    if (!this.#isHeld) return words;
    const held = [...this.#growing].filter(([, { hasHead, text }]) => hasHead && text !== "");
    return words + held.map(([key]) => this.#begin(key) + this.#wrote(this.#endOutput(key))).join("");
  }

  get #isHeld(): boolean {
    return this.#style.foldLines === null;
  }

  #dropped(key: string): string {
    const wasSeen = (this.#growing.get(key)?.text ?? "") !== "";
    this.#growing.delete(key);
    return wasSeen ? this.#block(this.#style.paint("dim", `${droppedWords}\n`)) : "";
  }

  #add(key: string, kind: "reply" | "output", text: string): string {
    const item = this.#grown(key);
    item.text += text;
    if (kind === "output" && this.#isHeld) return "";
    if (kind === "output") return this.#printed(key, item.fold.push(text));
    if (this.#openKey !== key) item.wrap?.restart();
    const safe = item.safe.push(text);
    return this.#printed(key, item.wrap?.push(safe) ?? safe);
  }

  #printed(key: string, shown: string): string {
    return shown === "" ? "" : this.#begin(key) + this.#wrote(shown);
  }

  /** What a reply held back. */
  #ended({ safe, wrap }: Growing): string {
    const rest = safe.end();
    return wrap === null ? rest : wrap.push(rest) + wrap.end();
  }

  /** The text beyond what was streamed; nothing where the two differ: the completed item settles that. */
  #catchUp(key: string, kind: "reply" | "output", text: string): string {
    const known = this.#grown(key).text;
    return text.startsWith(known) ? this.#add(key, kind, text.slice(known.length)) : "";
  }

  /** Afterwards all of the completed text is printed; printed again where the streamed pieces do not add up to it. */
  #whole(key: string, kind: "reply" | "output", whole: string): string {
    const known = this.#grown(key);
    const { text, isAgain } = restOfText(known.text, whole);
    if (!isAgain) return this.#add(key, kind, text);
    if (kind === "output" && this.#isHeld) {
      known.text = whole;
      return "";
    }
    const seen = this.#wrote(kind === "reply" ? this.#ended(known) : known.fold.end());
    const label = this.#block(this.#style.paint("dim", `${incompleteWords(kind)}\n`));
    this.#growing.set(key, { ...this.#fresh(), hasHead: known.hasHead });
    this.#openKey = key;
    return seen + label + this.#add(key, kind, whole);
  }

  #grown(key: string): Growing {
    const known = this.#growing.get(key);
    if (known) return known;
    const fresh = this.#fresh();
    this.#growing.set(key, fresh);
    return fresh;
  }

  #fresh(): Growing {
    const { width = null } = this.#style;
    return {
      text: "",
      safe: safeStream(),
      wrap: width === null ? null : wordWrap(width),
      fold: new OutputFold(this.#style),
      hasHead: false,
    };
  }

  #block(text: string): string {
    return this.#begin(null) + this.#wrote(text);
  }

  /** Makes this the current item; items are a blank line apart. */
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
