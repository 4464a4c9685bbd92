import { useEffect } from "preact/hooks";

/** Names the document while a screen is open. Null: another part of the screen names it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title !== null) document.title = `${title} · Reprise`;
  }, [title]);
}
