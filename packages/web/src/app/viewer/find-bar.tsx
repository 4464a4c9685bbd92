import { grouped, safeLine } from "@reprise/model";
import type { Ref } from "preact";
import { IconButton, MarkedText, TextField } from "../design/index.ts";
import type { Finding } from "./found-places.ts";

interface FindBarProps {
  readonly finding: Finding;
  readonly words: readonly string[];
  readonly turnCount: number;
  readonly fieldRef: Ref<HTMLInputElement>;
  readonly onText: (text: string) => void;
  readonly onMove: (direction: 1 | -1) => void;
  readonly onClose: () => void;
}

export function FindBar({ finding, words, turnCount, fieldRef, onText, onMove, onClose }: FindBarProps) {
  const place = finding.places[finding.current];
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") onMove(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") onClose();
    else return;
    event.preventDefault();
  };
  return (
    <search class="find-bar">
      <div class="find-line">
        <div class="find-field">
          <TextField
            label="Find in this session"
            isLabelHidden
            kind="search"
            icon="search"
            placeholder="Find in this session"
            value={finding.text}
            onInput={onText}
            inputRef={fieldRef}
            onKeyDown={onKeyDown}
          />
        </div>
        <span class="find-count" role="status">
          {findingWords(finding, turnCount)}
        </span>
        <IconButton icon="up" label="Previous match (p)" onClick={() => onMove(-1)} />
        <IconButton icon="down" label="Next match (n)" onClick={() => onMove(1)} />
        <IconButton icon="close" label="Close search (Esc)" onClick={onClose} />
      </div>
      {place !== undefined && (
        <p class="find-snippet cut">
          Turn {place.turn} · {place.kind}: <MarkedText text={safeLine(place.snippet)} words={words} />
        </p>
      )}
    </search>
  );
}

/** `3 of 12 items`, `4 items, searching: turn 7 of 90`, `No match` */
export function findingWords({ text, places, upTo, isDone, problem, current }: Finding, turnCount: number): string {
  if (problem !== null) return problem;
  if (text.trim() === "") return "";
  const going = isDone ? "" : `, searching: turn ${grouped(upTo)} of ${grouped(turnCount)}`;
  if (places.length === 0) return isDone ? "No match" : `Searching: turn ${grouped(upTo)} of ${grouped(turnCount)}`;
  const all = `${grouped(places.length)} ${places.length === 1 ? "item" : "items"}`;
  return `${current < 0 ? all : `${grouped(current + 1)} of ${all}`}${going}`;
}
