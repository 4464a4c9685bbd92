import type { ActionResult, WorkbenchAction } from "@reprise/model";

type Send = WorkbenchAction & { type: "send" };

/** All pages show one draft: when it is sent from two of them at once, the agent gets it once, and both get the outcome. */
export class SharedSend {
  #last: { readonly action: Send; readonly result: Promise<ActionResult>; endedAt: number } | null = null;

  /** `number`: of the last change. */
  send(action: Send, act: () => Promise<ActionResult>, number: () => number): Promise<ActionResult> {
    const last = this.#last;
    if (last !== null && isSame(last.action, action) && (action.page?.number ?? 0) < last.endedAt) return last.result;
    const sent = { action, result: act(), endedAt: Number.POSITIVE_INFINITY };
    this.#last = sent;
    sent.result.then(
      () => {
        sent.endedAt = number();
      },
      () => {
        if (this.#last === sent) this.#last = null;
      },
    );
    return sent.result;
  }
}

/** The same words from two pages. One page that sends them twice means it. */
function isSame(one: Send, other: Send): boolean {
  if (one.page === undefined || other.page === undefined || one.page.id === other.page.id) return false;
  return one.text === other.text && one.steers === other.steers;
}
