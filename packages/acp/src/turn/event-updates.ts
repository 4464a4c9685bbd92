import {
  droppedWords,
  exactLine,
  healthAgain,
  healthWords,
  type Request,
  type RestoreEvent,
  resolutionWords,
  restoreCancelledWords,
  restoredWords,
} from "@reprise/model";
import type { Editor } from "../editor.ts";
import { isWork } from "../updates/tool-call.ts";
import { TextStream } from "./text-stream.ts";
import { ToolCalls } from "./tool-calls.ts";

/** The events of one turn as updates, in order. */
export class EventUpdates {
  readonly calls: ToolCalls;
  readonly #editor: Editor;
  readonly #texts: TextStream;
  readonly #requests = new Map<string, Request>();
  #hasProblem = false;

  /** `turn` makes the agent's keys unique in the session. */
  constructor(editor: Editor, turn: string, place: { readonly cwd: string; readonly agent: string }) {
    const idOf = (key: string) => `${turn}/${key}`;
    this.#editor = editor;
    this.#texts = new TextStream(idOf);
    this.calls = new ToolCalls(editor, idOf, place);
  }

  async show(event: RestoreEvent): Promise<void> {
    switch (event.type) {
      case "delta":
        if (event.kind === "output") return this.calls.output(event.key, event.text);
        for (const update of this.#texts.delta(event.kind, event.key, event.text)) await this.#editor.update(update);
        return;
      case "item":
        return this.#item(event);
      case "item-dropped":
        if (this.#texts.drop(event.key)) await this.#editor.note(droppedWords);
        return;
      case "request":
        this.#requests.set(event.request.id, event.request);
        return;
      case "request-resolved":
        return this.#resolved(event);
      case "notice":
        return this.#editor.note(event.text);
      case "journal-health":
        return this.#health(event.problem);
      case "restored":
        return this.#editor.note(restoredWords(event));
      case "restore-cancelled":
        return this.#editor.note(restoreCancelledWords(event));
      case "turn-ended":
      case "run-ended":
        return this.calls.endAll();
    }
  }

  async #item({ key, item, isComplete }: RestoreEvent & { type: "item" }): Promise<void> {
    if (isWork(item)) return this.calls.show(key, item, isComplete);
    if (item.kind === "notice" && isComplete) return this.#editor.note(item.text);
    if (item.kind !== "reply" && item.kind !== "reasoning") return;
    for (const update of this.#texts.item(item.kind, { key, text: item.text, isComplete }))
      await this.#editor.update(update);
  }

  /** The person knows their own answers. */
  async #resolved(event: RestoreEvent & { type: "request-resolved" }): Promise<void> {
    const request = this.#requests.get(event.id) ?? null;
    const isYes = event.decision !== null && !["decline", "cancel"].includes(event.decision);
    if (request !== null) await this.calls.resolved(request, isYes);
    if (event.by === "person" || request === null) return;
    await this.#editor.note(`${exactLine(request.subject)}: ${resolutionWords(event, request)}`);
  }

  async #health(problem: string | null): Promise<void> {
    const had = this.#hasProblem;
    this.#hasProblem = problem !== null;
    if (problem !== null) await this.#editor.note(healthWords(problem));
    else if (had) await this.#editor.note(healthAgain);
  }
}
