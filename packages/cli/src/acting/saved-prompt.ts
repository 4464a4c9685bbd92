import { type PromptStore, type PromptTarget, SessionError } from "@reprise/model";

/**
 * A command's prompt, saved to disk first. Its file is removed once a journal holds the prompt, or when the command ends and
 * has reported that nothing was started.
 */
export class SavedPrompt {
  readonly #open: () => Promise<PromptStore>;
  readonly #warn: (detail: string) => void;
  #store: PromptStore | null = null;
  #ids: readonly string[] = [];
  #stays = false;

  constructor(open: () => Promise<PromptStore>, warn: (detail: string) => void) {
    this.#open = open;
    this.#warn = warn;
  }

  /** A disk error is reported and stops nothing. */
  async save(text: string, target: PromptTarget): Promise<void> {
    try {
      this.#store = await this.#open();
      this.#ids = [this.#store.save(text, target)];
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      this.#warn(error.message);
    }
  }

  get ids(): readonly string[] {
    return this.#ids;
  }

  /** From here on an agent is running: a prompt that does not reach it is offered at the next start. */
  stays(): void {
    this.#stays = true;
  }

  /** It was not sent, and the reason was printed. */
  drop(): void {
    for (const id of this.#ids) this.#store?.drop(id);
  }

  /** The command ended normally. */
  end(): void {
    if (!this.#stays) this.drop();
  }
}
