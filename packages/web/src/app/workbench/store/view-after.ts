import { type WorkbenchEntry, type WorkbenchNews, type WorkbenchView, workbenchAfter } from "@reprise/model";

/** The view of the page after news. A new view keeps the earlier entries that the page has loaded. */
export function viewAfter(view: WorkbenchView | null, news: WorkbenchNews): WorkbenchView | null {
  if (news.type === "view") return view === null ? news.view : withLoaded(news.view, view.entries);
  if (view === null || news.number <= view.number) return view;
  return workbenchAfter(view, news.change, news.number);
}

function withLoaded(view: WorkbenchView, loaded: readonly WorkbenchEntry[]): WorkbenchView {
  const [first] = view.entries;
  const before = first === undefined ? -1 : loaded.findIndex(({ id }) => id === first.id);
  const kept = Math.min(before, view.earlierCount);
  return kept <= 0 ? view : withEarlier(view, loaded.slice(before - kept, before));
}

/** After loading entries from before the first. */
export function withEarlier(view: WorkbenchView, entries: readonly WorkbenchEntry[]): WorkbenchView {
  const known = new Set(view.entries.map(({ id }) => id));
  const fresh = entries.filter(({ id }) => !known.has(id));
  return {
    ...view,
    entries: [...fresh, ...view.entries],
    earlierCount: entries.length === 0 ? 0 : Math.max(0, view.earlierCount - fresh.length),
  };
}
