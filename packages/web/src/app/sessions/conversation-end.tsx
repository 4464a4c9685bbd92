import type { SessionSummary } from "@reprise/model";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Spinner } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { type LastWord, lastWords } from "./last-words.ts";

/** Long enough that holding an arrow key reads nothing on the way. */
const restMs = 120;

const names = { you: "You", agent: "Agent", work: "Work" } as const;

export function ConversationEnd({ session }: { readonly session: SessionSummary }) {
  const { views } = usePage();
  const [words, setWords] = useState<readonly LastWord[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const end = useRef<HTMLDivElement>(null);
  const { id, updatedAt } = session;
  useEffect(() => setWords(null), [id]);
  useEffect(() => {
    const left = new AbortController();
    setProblem(null);
    const timer = setTimeout(() => {
      lastWords(views, id, left.signal).then(
        (read) => !left.signal.aborted && setWords(read),
        (error: Error) => !left.signal.aborted && setProblem(error.message),
      );
    }, restMs);
    return () => {
      clearTimeout(timer);
      left.abort();
    };
  }, [views, id, updatedAt]);
  useLayoutEffect(() => {
    const box = end.current?.closest(".preview-body");
    if (box && words !== null) box.scrollTop = box.scrollHeight;
  }, [words]);
  if (problem !== null) return <p class="tone-danger">{problem}</p>;
  if (words === null) return <Spinner>Reading the end…</Spinner>;
  return (
    <div class="last-words" ref={end}>
      {words.map(({ key, who, text }) => (
        <div key={key} class="last-word" data-who={who}>
          <span class="visually-hidden">{names[who]}: </span>
          <span class="plain-text">{text}</span>
        </div>
      ))}
    </div>
  );
}
