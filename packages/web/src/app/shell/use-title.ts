import { useEffect } from "preact/hooks";

/** Names the document while a screen is open. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Reprise`;
  }, [title]);
}
