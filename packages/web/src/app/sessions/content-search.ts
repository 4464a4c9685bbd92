import { type ReadonlySignal, signal } from "@preact/signals";
import { type Hit, isSearchable, type Library, type ListQuery, type Progress } from "@reprise/model";

export interface Found {
  readonly text: string;
  /** In the order they came, the best sessions first. */
  readonly hits: readonly Hit[];
  readonly isSearching: boolean;
  /** While text is indexed: how much of it, up to 1; null: it is. */
  readonly indexed: number | null;
  /** There are more than are shown. */
  readonly isCut: boolean;
  readonly problem: string | null;
}

const nothing: Found = { text: "", hits: [], isSearching: false, indexed: null, isCut: false, problem: null };
const typingMs = 150;
const batchMs = 100;
const most = 500;

/** Full-text search while typing: the latest text wins, and its hits stream in. */
export class ContentSearch {
  readonly #library: Library;
  readonly #found = signal<Found>(nothing);
  #stop = new AbortController();

  constructor(library: Library) {
    this.#library = library;
  }

  get found(): ReadonlySignal<Found> {
    return this.#found;
  }

  search(text: string, query: ListQuery): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    if (!isSearchable(text)) {
      this.#found.value = nothing;
      return;
    }
    // Hits of the text before stay until new ones come.
    this.#found.value = { ...this.#found.value, text, isSearching: true, problem: null };
    void this.#run(text, query, this.#stop.signal);
  }

  async #run(text: string, query: ListQuery, signal: AbortSignal): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, typingMs));
    if (signal.aborted) return;
    const hits: Hit[] = [];
    let shownAt = 0;
    const show = (change: Partial<Found>) => {
      if (!signal.aborted) this.#found.value = { ...nothing, text, hits: [...hits], ...change };
      shownAt = performance.now();
    };
    const onProgress = ({ doneBytes, totalBytes }: Progress) => {
      const isDone = doneBytes >= totalBytes;
      if (performance.now() - shownAt >= batchMs || isDone)
        show({ isSearching: true, indexed: isDone ? null : doneBytes / totalBytes });
    };
    try {
      for await (const hit of this.#library.search(text, { ...query, limit: most }, { signal, onProgress })) {
        if (signal.aborted) return;
        hits.push(hit);
        if (hits.length === most) break;
        if (performance.now() - shownAt >= batchMs) show({ isSearching: true });
      }
      show({ isCut: hits.length === most });
    } catch (error) {
      if (!signal.aborted) show({ problem: error instanceof Error ? error.message : String(error) });
    }
  }
}
