import { type Exec, type ExecOutput, exactText, safeLine } from "@reprise/model";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Badge, Button, Icon } from "../../design/index.ts";
import { usePage } from "../../shell/page.ts";
import { AnsiText } from "../../text/ansi-text.tsx";
import { CopyButton } from "../../text/copy-button.tsx";
import { useWorkbench } from "../use-workbench.ts";
import { droppedWords, execFacts, execState, staleWords } from "./exec-words.ts";
import { outputEnd } from "./output-end.ts";

interface ExecCardProps {
  readonly exec: Exec;
  readonly output: ExecOutput | undefined;
  /** The entry of the conversation it belongs to; null if it is not loaded. */
  readonly entry: string | null;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

const nothing: ExecOutput = { text: "", ansi: null };

/** One command: what it is, exactly, how it ended, and what it printed. */
export function ExecCard({ exec, output = nothing, entry, isOpen, onToggle }: ExecCardProps) {
  const { links, store } = useWorkbench();
  const { words, detail, tone } = execState(exec);
  const facts = execFacts(exec, useNow(exec.status === "running" && store.link.value !== "lost"));
  return (
    <article
      class="exec card"
      aria-label={`Command ${safeLine(exec.header)}`}
      data-stale={exec.isStale ? "" : undefined}
    >
      <header class="exec-head">
        <button type="button" class="exec-title" aria-expanded={isOpen} onClick={onToggle}>
          <Icon name={isOpen ? "down" : "forward"} />
          <code class="cut">{safeLine(exec.header)}</code>
        </button>
        <Badge tone={tone} {...(detail === null ? {} : { title: detail })}>
          {words}
        </Badge>
        {exec.isStale && (
          <Badge tone="caution" title={staleWords}>
            stale
          </Badge>
        )}
        {facts !== "" && <span class="soft exec-facts">{facts}</span>}
      </header>
      {isOpen && (
        <div class="exec-body">
          <div class="exec-row">
            <pre class="exec-command">
              <code>{exactText(exec.command)}</code>
            </pre>
            <CopyButton text={exec.command} label="Copy command" />
          </div>
          {exec.cwd !== null && <p class="faint exec-folder">in {exactText(exec.cwd)}</p>}
          {exec.isStale && <p class="soft">Stale: {staleWords}.</p>}
          <Output exec={exec} output={output} />
          {entry !== null && (
            <div class="toolbar">
              <Button tone="quiet" size="small" onClick={() => links.goTo("chat", entry)}>
                Show in chat
              </Button>
            </div>
          )}
        </div>
      )}
    </article>
  );
}

/** The end of the output; all that is kept, once asked for. */
function Output({ exec, output }: { readonly exec: Exec; readonly output: ExecOutput }) {
  const { store } = useWorkbench();
  const { toasts } = usePage();
  const [whole, setWhole] = useState<ExecOutput | null>(null);
  const box = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const { text, hidden } = whole === null ? outputEnd(output) : { text: whole.ansi ?? whole.text, hidden: 0 };
  const dropped = droppedWords(exec, hidden);
  useLayoutEffect(() => {
    if (isAtEnd.current && box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [text]);
  const showAll = () => store.channel.output(exec.id).then(setWhole, (error) => toasts.fail(error));
  if (text === "") return <p class="faint">{exec.status === "running" ? "Nothing printed yet." : "No output."}</p>;
  return (
    <>
      {dropped !== null && (
        <p class="exec-dropped soft">
          {dropped}.{" "}
          {hidden > 0 && (
            <Button size="small" onClick={() => void showAll()}>
              Show whole output
            </Button>
          )}
        </p>
      )}
      <div class="exec-row">
        <section
          ref={box}
          class="exec-output"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
          tabIndex={0}
          aria-label={`Output of ${safeLine(exec.header)}`}
          onScroll={({ currentTarget: shown }) => {
            isAtEnd.current = shown.scrollHeight - shown.scrollTop - shown.clientHeight < 8;
          }}
        >
          <AnsiText text={text} />
        </section>
        <CopyButton text={async () => (whole ?? output).text} label="Copy output" />
      </div>
    </>
  );
}

/** The time, every second while something runs. */
function useNow(isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}
