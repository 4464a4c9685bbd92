import {
  count,
  countsOf,
  labelOf,
  rootOf,
  type SessionSummary,
  safeLine,
  shortTime,
  snippetText,
  workWords,
} from "@reprise/model";
import { Badge, Dot, Icon, MarkedText } from "../design/index.ts";
import type { ListRow } from "./list-rows.ts";
import { stateTones } from "./state-words.ts";

interface RowProps {
  readonly words: readonly string[];
  readonly homeFolder: string;
}

export function RowView({ row, words, homeFolder }: RowProps & { readonly row: ListRow }) {
  switch (row.kind) {
    case "heading":
      return <div class="list-heading">{row.text}</div>;
    case "session":
      return <SessionRow session={row.session} words={words} homeFolder={homeFolder} />;
    case "hit":
      return <HitRow row={row} words={words} homeFolder={homeFolder} />;
  }
}

function SessionRow({ session, words, homeFolder }: RowProps & { readonly session: SessionSummary }) {
  const { state, agent, updatedAt, damageCount, subagentOf, archived } = session;
  return (
    <div class="session-row">
      <div class="row-line">
        <span class="row-title cut">
          <MarkedText text={plainLabel(session)} words={words} />
        </span>
        {archived && <Badge>archived</Badge>}
        {subagentOf !== null && <Badge>sub-agent</Badge>}
        {damageCount > 0 && (
          <Badge tone="caution" title={count(damageCount, "damaged place")}>
            <Icon name="warning" />
            {damageCount}
          </Badge>
        )}
        <time class="row-time">{shortTime(updatedAt, new Date())}</time>
      </div>
      <div class="row-line row-more">
        <span class="row-state" data-tone={stateTones[state]}>
          <Dot tone={stateTones[state]} pulses={state === "live"} />
          {state}
        </span>
        <span>{agent}</span>
        <span class="cut row-folder">
          <MarkedText text={rootOf(session, homeFolder)} words={words} />
        </span>
        <span class="row-counts">{countsOf(session)}</span>
      </div>
    </div>
  );
}

/** Badges say that it is archived or a sub-agent's. */
function plainLabel(session: SessionSummary): string {
  return labelOf({ ...session, archived: false, subagentOf: null });
}

function HitRow({ row, words }: RowProps & { readonly row: ListRow & { readonly kind: "hit" } }) {
  const { hit } = row;
  const waiting = hit.isWaiting ? `, ${workWords.waiting}` : "";
  return (
    <div class="session-row">
      <div class="row-line">
        <span class="row-title cut">{hit.title === "" ? "(no prompt)" : safeLine(hit.title)}</span>
        <time class="row-time">{shortTime(hit.at, new Date())}</time>
      </div>
      <div class="row-line row-more">
        <Badge>{`turn ${hit.turn} · ${hit.kind}${waiting}`}</Badge>
        <span class="cut grow">
          <MarkedText text={safeLine(snippetText(hit)).trim()} words={words} />
        </span>
      </div>
    </div>
  );
}
