import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { ReviewComment, ReviewReport, Reviews, ReviewTarget } from "@reprise/model";

/** Where this browser keeps replies that were edited and not posted. */
export interface DraftPlace {
  load(): string | null;
  save(text: string): void;
}

type Drafts = Readonly<Record<string, string>>;

/** What the latest run changed for each comment, and the replies to them. */
export class ReportStore {
  readonly #reviews: Reviews;
  readonly #target: ReviewTarget;
  readonly #place: DraftPlace;
  readonly #report: Signal<ReviewReport | null> = signal(null);
  readonly #problem: Signal<string | null> = signal(null);
  readonly #drafts: Signal<Drafts>;
  readonly #posted: Signal<ReadonlyMap<number, ReviewComment>> = signal(new Map());
  readonly #posting: Signal<ReadonlySet<number>> = signal(new Set());
  #edition = 0;

  constructor(reviews: Reviews, target: ReviewTarget, place: DraftPlace) {
    this.#reviews = reviews;
    this.#target = target;
    this.#place = place;
    this.#drafts = signal(draftsIn(place.load()));
  }

  get report(): ReadonlySignal<ReviewReport | null> {
    return this.#report;
  }

  get problem(): ReadonlySignal<string | null> {
    return this.#problem;
  }

  /** Replies as a person changed them, by run and comment. */
  get drafts(): ReadonlySignal<Drafts> {
    return this.#drafts;
  }

  /** Replies that were posted here, by the comment they answer. */
  get posted(): ReadonlySignal<ReadonlyMap<number, ReviewComment>> {
    return this.#posted;
  }

  get posting(): ReadonlySignal<ReadonlySet<number>> {
    return this.#posting;
  }

  async load(comments: readonly ReviewComment[]): Promise<void> {
    const edition = ++this.#edition;
    try {
      const report = await this.#reviews.report(this.#target, comments);
      if (edition !== this.#edition) return;
      this.#report.value = report;
      this.#problem.value = null;
    } catch (error) {
      if (edition === this.#edition) this.#problem.value = error instanceof Error ? error.message : String(error);
    }
  }

  draftOf(comment: number): string {
    const drafted = this.#report.value?.comments.find((one) => one.comment.id === comment)?.draft ?? "";
    return this.#drafts.value[this.#key(comment)] ?? drafted;
  }

  edit(comment: number, text: string): void {
    this.#drafts.value = { ...this.#drafts.value, [this.#key(comment)]: text };
    this.#place.save(JSON.stringify(this.#drafts.value));
  }

  /** Posts the text under the person's name. Once: while it is on its way, and after it, this does nothing. */
  async post({ id }: ReviewComment, text: string): Promise<void> {
    if (this.#posting.value.has(id) || this.#posted.value.has(id)) return;
    this.#posting.value = new Set([...this.#posting.value, id]);
    try {
      const reply = await this.#reviews.reply(this.#target, id, text);
      this.#posted.value = new Map([...this.#posted.value, [id, reply]]);
    } finally {
      this.#posting.value = new Set([...this.#posting.value].filter((one) => one !== id));
    }
  }

  /** A later run drafts anew. */
  #key(comment: number): string {
    return `${this.#report.value?.run ?? ""} ${comment}`;
  }
}

function draftsIn(text: string | null): Drafts {
  try {
    const value: unknown = JSON.parse(text ?? "{}");
    if (typeof value !== "object" || value === null) return {};
    return Object.fromEntries(Object.entries(value).filter(([, draft]) => typeof draft === "string"));
  } catch {
    return {}; // not ours
  }
}
