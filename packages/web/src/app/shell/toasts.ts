import { type ReadonlySignal, signal } from "@preact/signals";
import type { Tone } from "../design/tone.ts";

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
  readonly action: { readonly label: string; readonly run: () => void } | null;
}

/** Errors stay until they are closed. */
const shownMs = 6000;
const most = 4;

/** Short messages about something that just happened, over every screen. */
export class Toasts {
  readonly #shown = signal<readonly Toast[]>([]);
  #count = 0;

  get shown(): ReadonlySignal<readonly Toast[]> {
    return this.#shown;
  }

  show(text: string, { tone = "plain", action = null }: Partial<Pick<Toast, "tone" | "action">> = {}): void {
    this.#count += 1;
    const toast = { id: this.#count, text, tone, action };
    const others = this.#shown.value.filter((one) => one.text !== text);
    this.#shown.value = [...others, toast].slice(-most);
    if (tone !== "danger") setTimeout(() => this.close(toast.id), shownMs);
  }

  /** What went wrong, in its own words. */
  fail(error: unknown): void {
    this.show(error instanceof Error ? error.message : String(error), { tone: "danger" });
  }

  close(id: number): void {
    this.#shown.value = this.#shown.value.filter((one) => one.id !== id);
  }
}
