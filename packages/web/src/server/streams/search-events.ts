import type { Library, Progress, SearchQuery } from "@reprise/model";
import { json } from "@reprise/model/json";
import type { SentEvent } from "./sent-events.ts";

/** Hits as they come and, while text is indexed, how far that is. */
export async function* searchEvents(
  library: Pick<Library, "search">,
  text: string,
  query: SearchQuery,
  signal: AbortSignal,
): AsyncGenerator<SentEvent> {
  let latest: Progress | null = null;
  let wake = () => {};
  const onProgress = (progress: Progress) => {
    latest = progress;
    wake();
  };
  const hits = library.search(text, query, { signal, onProgress })[Symbol.asyncIterator]();
  const next = () => {
    const step = hits.next();
    step.catch(() => undefined); // whoever waits for it is told
    return step;
  };
  try {
    for (let pending = next(); ; ) {
      const progressed = new Promise<null>((resolve) => {
        wake = () => resolve(null);
      });
      const step = await (latest === null ? Promise.race([pending, progressed]) : null);
      if (latest !== null) {
        const data = json("progress", latest);
        latest = null;
        yield { event: "progress", data };
      }
      if (step === null) continue;
      if (step.done) return;
      yield { data: json("search", step.value) };
      pending = next();
    }
  } finally {
    void hits.return?.(undefined)?.catch(() => undefined);
  }
}
