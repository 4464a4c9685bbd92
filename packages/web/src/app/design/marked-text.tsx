import { matchesIn } from "./matches-in.ts";

/** Text with every match of the words marked. The text must be safe to show already. */
export function MarkedText({ text, words }: { readonly text: string; readonly words: readonly string[] }) {
  return (
    <>
      {matchesIn(text, words).map(({ at, part, isMatch }) =>
        isMatch ? <mark key={at}>{part}</mark> : <span key={at}>{part}</span>,
      )}
    </>
  );
}
