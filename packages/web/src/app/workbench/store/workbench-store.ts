import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ActionResult, WorkbenchAction, WorkbenchNews, WorkbenchView } from "@reprise/model";
import type { LinkState, WorkbenchChannel } from "@reprise/web/client";
import { FrameQueue, type NextFrame, nextFrame } from "./frame-queue.ts";
import { viewAfter, withEarlier } from "./view-after.ts";
import { isStale, type Link, whyNotAct, whyNotChange, whyNotWrite } from "./why-not.ts";

/** Entries loaded at once when the person scrolls up. */
const earlierAtOnce = 100;

/** Connects to a workbench, and says how the connection is. */
export type OpenChannel = (onState: (state: LinkState) => void) => WorkbenchChannel;

/** The latest view of one workbench. News are applied once per frame, so that a flood of them costs one rendering. */
export class WorkbenchStore {
  readonly channel: WorkbenchChannel;
  /** Of this page. */
  readonly #id = crypto.randomUUID();
  readonly #view = signal<WorkbenchView | null>(null);
  readonly #link = signal<Link>("connecting");
  readonly #news: FrameQueue<WorkbenchNews>;
  #isLoading = false;
  /** Aborts the stream of news: another one shows whether the server answers, and whether it is still the same. */
  #cut = new AbortController();

  readonly isStale = computed(() => isStale(this.#view.value, this.#link.value));
  readonly whyNotChange = computed(() => whyNotChange(this.#view.value, this.#link.value));
  readonly whyNotAct = computed(() => whyNotAct(this.#view.value, this.#link.value));
  readonly whyNotWrite = computed(() => whyNotWrite(this.#view.value, this.#link.value));

  constructor(open: OpenChannel, frame: NextFrame = nextFrame) {
    this.channel = open((state) => {
      if (state !== "offline" || this.#link.peek() === "lost") return;
      this.#link.value = "lost";
      this.#cut.abort();
    });
    this.#news = new FrameQueue((news) => {
      this.#view.value = news.reduce(viewAfter, this.#view.value);
    }, frame);
  }

  get view(): ReadonlySignal<WorkbenchView | null> {
    return this.#view;
  }

  get link(): ReadonlySignal<Link> {
    return this.#link;
  }

  /** A part of the view that changes only with itself. */
  part<Name extends keyof WorkbenchView>(name: Name): ReadonlySignal<WorkbenchView[Name] | undefined> {
    return computed(() => this.#view.value?.[name]);
  }

  /** Listens until the signal aborts, and connects again whenever the connection is lost. */
  async follow(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      this.#cut = new AbortController();
      try {
        const left = AbortSignal.any([signal, this.#cut.signal]);
        for await (const news of this.channel.news(this.#position(), left)) {
          attempt = 0;
          this.#news.add(news);
          // The first state is shown at once; only what follows waits for a frame.
          if (this.#link.peek() !== "open") this.#news.flush();
          this.#link.value = "open";
        }
      } catch {
        // Lost: shown as such, and tried again.
      }
      this.#news.flush();
      if (signal.aborted) return;
      this.#link.value = "lost";
      await untilNextTry(attempt, signal);
    }
  }

  async loadEarlier(): Promise<void> {
    const view = this.#view.peek();
    const first = view?.entries[0];
    if (this.#isLoading || view === null || first === undefined || view.earlierCount === 0) return;
    this.#isLoading = true;
    try {
      const entries = await this.channel.earlier(first.id, earlierAtOnce);
      const now = this.#view.peek();
      if (now !== null && now.entries[0]?.id === first.id) this.#view.value = withEarlier(now, entries);
    } finally {
      this.#isLoading = false;
    }
  }

  act(action: WorkbenchAction): Promise<ActionResult> {
    if (action.type !== "send") return this.channel.act(action);
    return this.channel.act({ ...action, page: { id: this.#id, number: this.#view.peek()?.number ?? 0 } });
  }

  #position() {
    const view = this.#view.peek();
    return view === null ? undefined : { epoch: view.epoch, number: view.number };
  }
}

/** Longer after each failure, at most 5 s; at once when the browser is online again. */
function untilNextTry(attempt: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      globalThis.removeEventListener?.("online", done);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, Math.min(5000, 250 * 2 ** attempt));
    globalThis.addEventListener?.("online", done);
    signal.addEventListener("abort", done);
  });
}
