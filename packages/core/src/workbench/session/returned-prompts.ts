import type { PromptInput, RestorePlan, RunView } from "@reprise/model";
import { openPromptStore, savedPrompts } from "../../runs/prompts/prompt-store.ts";
import { draftOf } from "./draft-of.ts";
import type { GivenPrompt } from "./followed-run.ts";
import type { WorkbenchParts } from "./parts.ts";

/** Prompts that no agent received go back to the draft. */
export class ReturnedPrompts {
  readonly #parts: WorkbenchParts;
  /** Each is offered once: a person may have deleted it since. */
  readonly #offered = new Set<string>();

  constructor(parts: WorkbenchParts) {
    this.#parts = parts;
  }

  /** The one that a plan found in no log. */
  async takeUnsent(plan: RestorePlan): Promise<void> {
    const unsent = "unsentPrompt" in plan ? plan.unsentPrompt : null;
    if (unsent !== null) await this.#toDraft([unsent]);
  }

  /** Also one that was to start a session, of which there is no other trace. */
  async takeOffered(): Promise<void> {
    const { runner, shown } = this.#parts;
    const offer = await runner.offer({ kind: "workspace", root: shown.root });
    if (offer?.prompt == null || offer.session !== null || this.#offered.has(offer.run)) return;
    this.#offered.add(offer.run);
    await this.#toDraft([offer.prompt]);
  }

  /** What waited for an agent that has ended. Its files go once the draft is saved. */
  async takeBack(unsent: readonly GivenPrompt[]): Promise<void> {
    const { host, stateFolder } = this.#parts;
    if (unsent.length === 0) return;
    await this.#toDraft(
      unsent.map(({ text }) => text),
      unsent.flatMap(({ inputs }) => inputs),
    );
    const prompts = openPromptStore(stateFolder, host);
    for (const { saved } of unsent) if (saved !== null) prompts.drop(saved);
  }

  /** The one that was to start a session, whose agent ended before. */
  async takeFirst(text: string, inputs: readonly PromptInput[]): Promise<void> {
    const { host, stateFolder, shown } = this.#parts;
    await this.#toDraft([text], inputs);
    const prompts = openPromptStore(stateFolder, host);
    // Unreadable files are reported by lists.
    const files = savedPrompts(stateFolder, host, () => undefined);
    for (const saved of files)
      if (saved.text === text && saved.cwd === shown.root && saved.process.pid === host.pid)
        prompts.drop(saved.id);
  }

  /** The last one of a run that was left, unless the agent has it on disk. */
  async takeUnconfirmed(last: RunView["lastPrompt"]): Promise<void> {
    if (last !== null && !last.isPersisted) await this.#toDraft([last.text], last.inputs);
  }

  /** Before what is being written, unless it is there. */
  async #toDraft(texts: readonly string[], inputs: readonly PromptInput[] = []): Promise<void> {
    const { shown } = this.#parts;
    const written = shown.state.draft?.text ?? "";
    const missing = texts.filter((text) => !`\n\n${written}\n\n`.includes(`\n\n${text}\n\n`));
    const text = [...missing, written].filter((part) => part !== "").join("\n\n");
    const known = shown.state.draft?.inputs ?? [];
    const more = inputs.filter(({ path }) => !known.some((one) => one.path === path));
    const draft = draftOf({ text, cursor: text.length, inputs: [...more, ...known] });
    await shown.save([{ type: "draft", draft }]);
  }
}
