import { type PromptStore, type PromptTarget, SessionError } from "@reprise/model";

/**
 * The prompt of a command, on disk before anything else happens to it. Its file goes when a journal holds the prompt, or
 * when the command ends and has told the person that nothing was started.
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

  /** A disk that refuses is told, and stops nothing. */
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

  /** From here on an agent is at work: a prompt that does not reach it is offered by the next start. */
  stays(): void {
    this.#stays = true;
  }

  /** It was not sent, and why is told. */
  drop(): void {
    for (const id of this.#ids) this.#store?.drop(id);
  }

  /** The command has ended by itself. */
  end(): void {
    if (!this.#stays) this.drop();
  }
}
