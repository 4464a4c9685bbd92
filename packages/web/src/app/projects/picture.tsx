import { brief, count, type ProjectView, roundKindWords, roundSummaryWords, type Timestamp } from "@reprise/model";
import { useMemo } from "preact/hooks";
import { Icon, type IconName } from "../design/index.ts";
import { type BarKind, type RoundBar, roundBars } from "./round-bars.ts";

interface PictureProps {
  readonly view: ProjectView;
  readonly now: Timestamp;
  /** The number of the chosen round. */
  readonly chosen: number | null;
  readonly onChoose: (number: number) => void;
}

const mostMarks = 6;

const kindWords: Readonly<Record<BarKind, string>> = { ...roundKindWords, parked: "parked" };
const kindIcons: Readonly<Partial<Record<BarKind, IconName>>> = {
  met: "flag",
  failed: "close",
  stopped: "stop",
  parked: "status",
  unfinished: "pause",
};

/** The rounds on a time line: as wide as they were long, as high as their tokens, with their commits. */
export function Picture({ view, now, chosen, onChoose }: PictureProps) {
  const bars = useMemo(() => roundBars(view, now), [view, now]);
  const kinds = [...new Set(bars.map(({ kind }) => kind))];
  return (
    <figure class="rounds">
      <figcaption class="visually-hidden">
        {count(bars.length, "round")} on a time line: wide ones took long, high ones used many tokens.
      </figcaption>
      <ol class="rounds-line" aria-label="Rounds">
        {bars.map((bar) => (
          <Bar
            key={bar.round.number}
            bar={bar}
            words={barWords(bar, view, now)}
            isChosen={bar.round.number === chosen}
            onChoose={() => onChoose(bar.round.number)}
          />
        ))}
      </ol>
      <ul class="rounds-legend plain" aria-label="Signs">
        {kinds.map((kind) => (
          <li key={kind}>
            <span class="rounds-sign" data-kind={kind} aria-hidden="true">
              {kindIcons[kind] !== undefined && <Icon name={kindIcons[kind]} />}
            </span>
            {kindWords[kind]}
          </li>
        ))}
        {bars.some(({ round }) => (round.commits?.length ?? 0) > 0) && (
          <li>
            <span class="rounds-commit" aria-hidden="true" />
            commit
          </li>
        )}
        <li class="faint">width: time · height: tokens</li>
      </ul>
    </figure>
  );
}

function barWords({ round, kind, pause }: RoundBar, { state }: ProjectView, now: Timestamp): string {
  const words = roundSummaryWords(round, state === "running", now);
  const before = pause === null ? "" : `, after a pause of ${pause}`;
  return `${words}${kind === "parked" ? ", parked" : ""}${before}`;
}

interface BarProps {
  readonly bar: RoundBar;
  readonly words: string;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function Bar({ bar, words, isChosen, onChoose }: BarProps) {
  const { round, kind, width, level, pause } = bar;
  const icon = kindIcons[kind];
  const commits = round.commits?.length ?? 0;
  return (
    <li style={{ flexGrow: width }} data-pause={pause === null ? undefined : ""}>
      {pause !== null && (
        <span class="round-pause" aria-hidden="true">
          {pause}
        </span>
      )}
      <button type="button" class="round" aria-pressed={isChosen} title={words} onClick={onChoose}>
        <span class="visually-hidden">{words}</span>
        <span class="round-track" aria-hidden="true">
          <span
            class="round-bar"
            data-kind={kind}
            data-unknown={level === null ? "" : undefined}
            style={{ height: `${Math.round(16 + 84 * (level ?? 0.25))}%` }}
          >
            {icon !== undefined && <Icon name={icon} />}
            {round.tokens !== null && <span class="round-tokens">{brief(round.tokens)}</span>}
          </span>
        </span>
        <span class="round-commits" aria-hidden="true">
          {Array.from({ length: Math.min(commits, mostMarks) }, (_, index) => (
            <span key={index} class="rounds-commit" />
          ))}
          {commits > mostMarks && `+${commits - mostMarks}`}
        </span>
        <span class="round-number" aria-hidden="true">
          {round.number}
        </span>
      </button>
    </li>
  );
}
