import type { RunEvent } from "@reprise/model";
import { type Foreign, textOf } from "../../foreign.ts";

/** Sub-agents whose call has returned while they work: the model gets their report later, and the log has it as a result. */
export class BackgroundAgents {
  readonly #descriptions = new Map<string, string>();
  readonly #lastTexts = new Map<string, string>();

  started(line: Foreign): void {
    const call = textOf(line.tool_use_id);
    if (call === null || line.is_backgrounded !== true || line.task_type !== "local_agent") return;
    this.#descriptions.set(call, textOf(line.description) ?? "");
  }

  /** `speaker`: the call that started it. */
  said(speaker: string, text: string | null): void {
    if (text !== null && text.trim() !== "") this.#lastTexts.set(speaker, text);
  }

  /** In the words of the log. */
  ended(line: Foreign): readonly RunEvent[] {
    const call = textOf(line.tool_use_id) ?? "";
    const description = this.#descriptions.get(call);
    const text = this.#lastTexts.get(call);
    if (description === undefined || text === undefined || line.status !== "completed") return [];
    const item = {
      kind: "attachment",
      what: "result",
      name: `Agent "${description}" finished`,
      text,
    } as const;
    return [{ type: "item", key: textOf(line.uuid) ?? `${call}#end`, isComplete: true, item }];
  }
}
