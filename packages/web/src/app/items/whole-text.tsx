import { grouped, type TextPart } from "@reprise/model";
import { useEffect, useState } from "preact/hooks";
import { Banner, Button, Dialog, Spinner } from "../design/index.ts";
import { usePage } from "../shell/page.ts";
import { AnsiText } from "../text/ansi-text.tsx";
import { ScrollingText } from "../text/scrolling-text.tsx";
import type { ItemSource } from "./item-source.ts";

/** Characters on the screen at once: a text may be larger than a tab can hold. */
const pageLength = 200_000;

interface WholeTextProps {
  readonly field: string;
  readonly source: ItemSource;
  readonly onClose: () => void;
}

/** One text of an item, all of it, a page at a time. */
export function WholeText({ field, source, onClose }: WholeTextProps) {
  const { editor } = usePage(); // which downloads nothing
  const { views, session, turn, item } = source;
  const [from, setFrom] = useState(0);
  const [part, setPart] = useState<TextPart | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    views.text(session, { turn, item, field }, from, pageLength).then(
      (read) => !isGone && setPart(read),
      (error: Error) => !isGone && setProblem(error.message),
    );
    return () => {
      isGone = true;
    };
  }, [views, session, turn, item, field, from]);
  const length = part?.length ?? 0;
  const end = Math.min(length, from + pageLength);
  const actions = (
    <>
      <span class="grow faint">
        {part !== null && `Characters ${grouped(from + 1)}–${grouped(end)} of ${grouped(length)}`}
      </span>
      {editor === null && (
        <a class="button" href={views.textAddress(session, { turn, item, field })} download="text.txt">
          Save as file
        </a>
      )}
      <Button onClick={() => setFrom(Math.max(0, from - pageLength))} whyNot={from === 0 ? "This is the start." : null}>
        Back
      </Button>
      <Button onClick={() => setFrom(end)} whyNot={end >= length ? "This is the end." : null}>
        Next
      </Button>
    </>
  );
  return (
    <Dialog title="Whole text" size="large" onClose={onClose} actions={actions}>
      {problem !== null && <Banner tone="danger">{problem}</Banner>}
      {part === null && problem === null && <Spinner>Loading…</Spinner>}
      {part !== null && (
        <ScrollingText class="output whole-text">
          <AnsiText text={part.text} />
        </ScrollingText>
      )}
    </Dialog>
  );
}
