import { type ReadonlySignal, signal } from "@preact/signals";

/** The parts of the workbench, in the order of its tabs. */
export const paneNames = ["chat", "console", "diffs", "approvals"] as const;
export type PaneName = (typeof paneNames)[number];

/** A thing in one of the panes to go to. */
export interface LinkTarget {
  readonly pane: PaneName;
  readonly key: string;
}

/** Follows links between the panes: to the exec of a command, to the diff of an edit, and back. */
export class Links {
  readonly #target = signal<LinkTarget | null>(null);
  readonly #pane = signal<PaneName>("chat");

  get target(): ReadonlySignal<LinkTarget | null> {
    return this.#target;
  }

  /** The pane that narrow screens show. */
  get pane(): ReadonlySignal<PaneName> {
    return this.#pane;
  }

  show(pane: PaneName): void {
    this.#pane.value = pane;
  }

  /** Each call goes there again. */
  goTo(pane: PaneName, key: string): void {
    this.#pane.value = pane;
    this.#target.value = { pane, key };
  }

  /** The target in a pane; null if the latest one is elsewhere. */
  targetIn(pane: PaneName): LinkTarget | null {
    const { value } = this.#target;
    return value?.pane === pane ? value : null;
  }
}
