import type { Item, TurnState } from "@reprise/model";
import { safeLine } from "../text/safe-text.ts";
import type { BriefItem } from "./brief-item.ts";
import { isCheck } from "./command-line.ts";
import { failureKey, hasFailed, hasSucceeded } from "./failures.ts";
import type { Positioned } from "./rewindable.ts";

/** A turn as read. */
export interface BriefTurn extends Positioned {
  readonly number: number;
  readonly state: TurnState;
  /** Position of its last item. */
  readonly endPlace: number;
  /** Without notices and reasoning. */
  readonly itemCount: number;
  readonly commandCount: number;
  readonly editCount: number;
  /** Commands, edits and tools. */
  readonly workCount: number;
  /** Of these, without a recorded outcome. */
  readonly openCount: number;
  readonly declinedCount: number;
  readonly waitingCount: number;
  /** Checks whose outcome a pipe hides. */
  readonly hiddenCount: number;
  /** Keys of its failures, including those fixed later. */
  readonly failed: readonly string[];
  /** The last check, if it passed and nothing was edited since. */
  readonly passedCheck: string | null;
  /** The start of the last reply: the result as the agent reports it. */
  readonly claim: string | null;
  /** Why it failed, as the agent reports it. */
  readonly reason: string | null;
  /** The last reply asks the user something. */
  readonly asks: boolean;
}

const mostFailed = 20;

/** Accumulates a turn while it is read. */
export class TurnSoFar {
  firstPlace: number | null = null;
  endPlace = 0;
  itemCount = 0;
  commandCount = 0;
  editCount = 0;
  reply: string | null = null;
  notice: string | null = null;
  promptCount = 0;
  #workCount = 0;
  #openCount = 0;
  #declinedCount = 0;
  #waitingCount = 0;
  #hiddenCount = 0;
  #failed: string[] = [];
  #passedCheck: string | null = null;
  readonly number: number;

  constructor(number: number) {
    this.number = number;
  }

  take(item: Item, place: number): void {
    if (item.kind === "notice") this.notice = item.text;
    if (item.kind === "notice" || item.kind === "opaque") return;
    this.firstPlace ??= place;
    this.endPlace = place;
    if (item.kind === "reasoning") return;
    this.itemCount += 1;
    if (item.kind === "reply") this.reply = item.text;
    if (item.kind === "prompt") this.promptCount += 1;
    if (item.kind === "command" || item.kind === "edit" || item.kind === "tool") this.#worked(item);
  }

  #worked(item: Item & { kind: "command" | "edit" | "tool" }): void {
    this.#workCount += 1;
    if (item.kind === "command") this.commandCount += 1;
    if (item.kind === "edit") this.editCount += 1;
    if (item.status === "open") this.#openCount += 1;
    if (item.status === "declined") this.#declinedCount += 1;
    if (item.status === "waiting") this.#waitingCount += 1;
    const failed = failureKey(item);
    if (failed !== null) this.#failed = [...this.#failed.slice(1 - mostFailed), failed];
    if (item.kind === "edit") this.#passedCheck = null;
    if (item.kind !== "command" || !isCheck(item.command)) return;
    this.#passedCheck = hasSucceeded(item) ? item.command.slice(0, 400) : null;
    if (item.status === "done" && !hasFailed(item) && !hasSucceeded(item)) this.#hiddenCount += 1;
  }

  /** After its end was rewound. */
  shorten(gone: readonly BriefItem[]): void {
    const own = gone.filter(({ turn, kind }) => turn === this.number && kind !== "notice");
    this.itemCount -= own.length;
    this.commandCount -= own.filter(({ kind }) => kind === "command").length;
    this.editCount -= own.filter(({ kind }) => kind === "edit").length;
    this.reply = null;
  }

  ended(state: TurnState, asks: boolean): BriefTurn | null {
    if (this.firstPlace === null) return null;
    const { number, endPlace, itemCount, commandCount, editCount } = this;
    return {
      place: this.firstPlace,
      number,
      state,
      endPlace,
      itemCount,
      commandCount,
      editCount,
      asks,
      workCount: this.#workCount,
      openCount: this.#openCount,
      declinedCount: this.#declinedCount,
      waitingCount: this.#waitingCount,
      failed: this.#failed,
      passedCheck: this.#passedCheck,
      hiddenCount: this.#hiddenCount,
      claim: this.reply === null ? null : safeLine(this.reply, 200),
      reason: this.notice === null ? null : safeLine(this.notice, 200),
    };
  }
}
