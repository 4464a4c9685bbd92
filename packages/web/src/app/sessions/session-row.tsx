import {
  count,
  countsOf,
  hitPlace,
  isActive,
  labelOf,
  localTime,
  type MarkedPart,
  type Marker,
  partsOf,
  reachWords,
  relativeTime,
  rootOf,
  type SessionSummary,
  safeLine,
  snippetText,
} from "@reprise/model";
import { Badge, Dot, Icon } from "../design/index.ts";
import type { ListRow } from "./list-rows.ts";
import { toneOf } from "./state-words.ts";

interface RowProps {
  readonly marker: Marker;
  readonly homeFolder: string;
  readonly onMenu: () => void;
}

export function RowView({ row, marker, homeFolder, onMenu }: RowProps & { readonly row: ListRow }) {
  switch (row.kind) {
    case "heading":
      return <div class="list-heading">{row.text}</div>;
    case "session":
      return <SessionRow session={row.session} marker={marker} homeFolder={homeFolder} onMenu={onMenu} />;
    case "hit":
      return <HitRow row={row} marker={marker} />;
  }
}

function SessionRow({ session, marker, homeFolder, onMenu }: RowProps & { readonly session: SessionSummary }) {
  const { state, agent, updatedAt, damageCount, subagentOf, archived, hidden } = session;
  return (
    <div class="session-row">
      <div class="row-line">
        <Lineage lineage={session.lineage} />
        <span class="row-title cut">
          <Marked parts={markedParts(plainLabel(session), marker)} />
        </span>
        {session.tags.length > 0 && <span class="row-tags cut">{session.tags.map((tag) => `#${tag}`).join(" ")}</span>}
        {hidden && <Badge>hidden</Badge>}
        {archived && <Badge>archived</Badge>}
        {subagentOf !== null && <Badge>sub-agent</Badge>}
        {damageCount > 0 && (
          <Badge tone="caution" title={count(damageCount, "damaged place")}>
            <Icon name="warning" />
            {damageCount}
          </Badge>
        )}
        <time class="row-time" title={localTime(updatedAt)}>
          {relativeTime(updatedAt, new Date())}
        </time>
        {/* For the pointer: a list box has no buttons in it. The key t and the preview do the same. */}
        <span
          class="row-menu"
          aria-hidden="true"
          title="Name, tags, hide, archive (t)"
          onClick={(event) => {
            event.stopPropagation();
            onMenu();
          }}
        >
          <Icon name="more" />
        </span>
      </div>
      <div class="row-line row-more">
        <span class="row-state" data-tone={toneOf(state)}>
          <Dot tone={toneOf(state)} pulses={isActive(state)} />
          {state}
        </span>
        <span>{agent}</span>
        <span class="cut row-folder">
          <Marked parts={markedParts(rootOf(session, homeFolder), marker)} />
        </span>
        <span class="row-counts">{countsOf(session)}</span>
      </div>
    </div>
  );
}

const lineageIcons = { fork: "fork", replay: "refresh", handoff: "note" } as const;

/** What it came from; two sessions with one title are told apart by it. */
function Lineage({ lineage }: Pick<SessionSummary, "lineage">) {
  if (lineage === null || !Object.hasOwn(lineageIcons, lineage.kind)) return null;
  const icon = lineageIcons[lineage.kind as keyof typeof lineageIcons];
  const words = `${lineage.kind === "handoff" ? "started from a brief" : lineage.kind} of ${lineage.session}`;
  return (
    <span class="row-lineage" title={words}>
      <Icon name={icon} />
      <span class="visually-hidden">{words}: </span>
    </span>
  );
}

/** Badges say that it is hidden, archived or a sub-agent's. */
function plainLabel(session: SessionSummary): string {
  return labelOf({ ...session, hidden: false, archived: false, subagentOf: null });
}

type HitRowProps = Pick<RowProps, "marker"> & { readonly row: ListRow & { readonly kind: "hit" } };

function HitRow({ row: { hit, hitCount }, marker }: HitRowProps) {
  const more = hitCount > 1 ? ` · ${count(hitCount, "hit")}` : "";
  const reach = reachWords(hit) === "" ? "" : ` · ${reachWords(hit)}`;
  const title = hit.title === "" ? "(no prompt)" : safeLine(hit.title);
  return (
    <div class="session-row">
      <div class="row-line">
        <span class="row-title cut">
          <Marked parts={markedParts(title, marker)} />
        </span>
        <time class="row-time" title={localTime(hit.at)}>
          {relativeTime(hit.at, new Date())}
        </time>
      </div>
      <div class="row-line row-more">
        <Badge>{`${hitPlace(hit)}${reach}${more}`}</Badge>
        <span class="cut grow">
          <Marked parts={markedParts(safeLine(snippetText(hit)).trim(), marker)} />
        </span>
      </div>
    </div>
  );
}

function markedParts(text: string, marker: Marker): readonly MarkedPart[] {
  return partsOf(text, marker(text));
}

function Marked({ parts }: { readonly parts: readonly MarkedPart[] }) {
  return (
    <>
      {parts.map(({ text, isMatch }, index) => {
        const key = `${index} ${text}`;
        return isMatch ? <mark key={key}>{text}</mark> : <span key={key}>{text}</span>;
      })}
    </>
  );
}
