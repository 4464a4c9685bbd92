import { type PromptInput, type PromptTarget, type RestorePlan, type RunView, SessionError } from "@reprise/model";
import { isSameProcessAlive } from "../../host/processes/process-identity.ts";
import { openPromptStore, savedPrompts } from "../../runs/prompts/prompt-store.ts";
import { askedBefore } from "./asked-before.ts";
import { draftWith } from "./draft-of.ts";
import type { GivenPrompt } from "./followed-run.ts";
import type { WorkbenchParts } from "./parts.ts";

/** Called with a prompt once it is on disk: then the draft need not have it. */
export type Accepted = (prompt: string) => Promise<unknown>;

interface Giving {
  readonly text: string;
  readonly inputs: readonly PromptInput[];
  readonly target: PromptTarget;
  readonly accepted: Accepted;
}

/** Prompts on their way to an agent: each is on disk until a journal has it. One that no agent received goes back to the draft. */
export class ReturnedPrompts {
  readonly #parts: WorkbenchParts;
  /** Each is offered once: a person may have deleted it since. */
  readonly #offered = new Set<string>();
  /** Files of prompts that are in the draft: the next prompt stands for them. */
  #inDraft: readonly string[] = [];

  constructor(parts: WorkbenchParts) {
    this.#parts = parts;
  }

  /**
   * Gives a prompt to an agent that starts: it is on disk, and then out of the draft, before the agent does; back in the draft if
   * it cannot start. A disk that refuses is reported by `saving`, and stops nothing.
   */
  async give<Value>(
    { text, inputs, target, accepted }: Giving,
    start: (given: GivenPrompt) => Promise<Value>,
  ): Promise<Value> {
    const given = { text, inputs, saved: [...this.#saved(text, target), ...this.#inDraft] };
    await accepted(text);
    try {
      return await start(given);
    } catch (error) {
      await this.takeBack([given]);
      throw error;
    }
  }

  #saved(text: string, target: PromptTarget): readonly string[] {
    try {
      return [this.#store.save(text, target)];
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      return [];
    }
  }

  /** A journal has the prompt, and removes its files. */
  sent({ saved }: GivenPrompt): void {
    this.#inDraft = this.#inDraft.filter((id) => !saved.includes(id));
  }

  /** A run has a prompt, on disk, that was written in view of the draft. */
  supersede(): void {
    for (const id of this.#inDraft) this.#store.drop(id);
    this.#inDraft = [];
  }

  /** The one that a plan found in no log. */
  async takeUnsent(plan: RestorePlan): Promise<void> {
    const unsent = "unsentPrompt" in plan ? plan.unsentPrompt : null;
    if (unsent === null) return;
    await this.toDraft([unsent]);
    const { host, stateFolder } = this.#parts;
    // Unreadable files are reported by lists.
    const files = savedPrompts(stateFolder, host, () => undefined).filter(
      ({ session, text, process }) =>
        session === plan.session && unsent.includes(text) && !isSameProcessAlive(process, host.processes),
    );
    const ids = [...(plan.carries ?? []), ...files.map(({ id }) => id)];
    this.#inDraft = [...new Set([...this.#inDraft, ...ids])];
  }

  /** Also one that was to start a session, of which there is no other trace. */
  async takeOffered(): Promise<void> {
    const { runner, shown } = this.#parts;
    const offer = await runner.offer({ kind: "workspace", root: shown.root });
    if (offer?.prompt == null || offer.session !== null || this.#offered.has(offer.run)) return;
    this.#offered.add(offer.run);
    await this.toDraft([offer.prompt]);
    this.#inDraft = [...this.#inDraft, offer.run];
  }

  /** What waited for an agent that has ended. Its files go once the draft is on disk. */
  async takeBack(unsent: readonly GivenPrompt[]): Promise<void> {
    if (unsent.length === 0) return;
    await this.toDraft(
      unsent.map(({ text }) => text),
      unsent.flatMap(({ inputs }) => inputs),
    );
    const ids = unsent.flatMap(({ saved }) => saved);
    this.#inDraft = [...new Set([...this.#inDraft, ...ids])];
    if (this.#parts.shown.saving.state === "on") this.supersede();
  }

  /** The last one of a run that was left, unless the agent has it on disk. */
  async takeUnconfirmed(last: RunView["lastPrompt"]): Promise<void> {
    if (last !== null && !last.isPersisted) await this.toDraft([last.text], last.inputs);
  }

  async toDraft(texts: readonly string[], inputs: readonly PromptInput[] = []): Promise<void> {
    const { shown } = this.#parts;
    const said = texts.map((text) => withoutPreface(text, prefaceOf(shown.state)));
    await shown.save([{ type: "draft", draft: draftWith(shown.state.draft, said, inputs) }]);
  }

  get #store() {
    return openPromptStore(this.#parts.stateFolder, this.#parts.host);
  }
}

/** What the next prompt says first: notes, and requests that are to be asked again. */
export function prefaceOf({ notes, approvals }: WorkbenchParts["shown"]["state"]): readonly string[] {
  return [...notes, ...approvals.filter(({ state }) => state === "again").map(askedBefore)];
}

/** A prompt that comes back before its preface was cleared would be sent with it twice. */
export function withoutPreface(prompt: string, preface: readonly string[]): string {
  const before = preface.map((part) => `${part}\n\n`).join("");
  return before !== "" && prompt.startsWith(before) ? prompt.slice(before.length) : prompt;
}
