import {
  count,
  exactLine,
  grouped,
  labelOf,
  modeLabels,
  projectOfPlayback,
  type SessionSummary,
  stateWords,
} from "@reprise/model";
import { useState } from "preact/hooks";
import { Badge, Dialog, Facts, IconButton, LinkButton } from "../design/index.ts";
import { sessionFacts } from "../sessions/session-facts.ts";
import { toneOf } from "../sessions/state-words.ts";
import { usePage } from "../shell/page.ts";
import { hrefOf, restoreRoute } from "../shell/route.ts";

interface ViewerHeadProps {
  readonly session: SessionSummary | null;
  readonly id: string;
  readonly isPart: boolean;
  /** The turn in view. */
  readonly turn: number | null;
  readonly onTurn: (turn: number) => void;
  readonly onStart: () => void;
  readonly onEnd: () => void;
  readonly onFind: () => void;
}

/** Where to go from a session: the list, or the project whose rounds it shows. */
export function backHref(id: string): string {
  const project = projectOfPlayback(id);
  return project === null ? "#/sessions" : hrefOf({ screen: "projects", path: project });
}

export function ViewerHead(props: ViewerHeadProps) {
  const { session, id, isPart, turn, onTurn, onStart, onEnd, onFind } = props;
  const { here } = usePage();
  const [isOpen, setOpen] = useState(false);
  const isPlayback = projectOfPlayback(id) !== null;
  const title = session === null ? exactLine(id) : labelOf(session);
  return (
    <div class="screen-head viewer-head">
      {isPart ? (
        <h2 class="grow">History</h2>
      ) : (
        <>
          <LinkButton href={backHref(id)} tone="quiet" icon="back">
            <span class="back-words">{isPlayback ? "Project" : "Sessions"}</span>
          </LinkButton>
          <h1 class="cut grow" title={title}>
            {title}
          </h1>
        </>
      )}
      {session !== null && (
        <>
          {!isPart && <Badge tone={toneOf(session.state)}>{stateWords(session.state, session.parkedUntil)}</Badge>}
          {session.damageCount > 0 && <Badge tone="caution">{count(session.damageCount, "damaged place")}</Badge>}
          <TurnField turn={turn} turnCount={session.turnCount} onTurn={onTurn} />
        </>
      )}
      <span class="viewer-tools">
        <IconButton icon="first" label="Start of the session (g)" onClick={onStart} />
        <IconButton icon="last" label="End of the session (G)" onClick={onEnd} />
        <IconButton icon="search" label="Find in this session (/)" onClick={onFind} />
        {!isPart && <IconButton icon="note" label="Details" onClick={() => setOpen(true)} />}
        {!isPlayback &&
          (["replay", "handoff"] as const).map((mode) => (
            <span key={mode} class="viewer-mode">
              <LinkButton href={hrefOf(restoreRoute(id, { mode }))} tone="quiet">
                {modeLabels[mode]}
              </LinkButton>
            </span>
          ))}
        {!isPlayback && (
          <LinkButton href={hrefOf(restoreRoute(id))} icon="play" tone="primary">
            Restore
          </LinkButton>
        )}
      </span>
      {isOpen && session !== null && (
        <Dialog title="Details" onClose={() => setOpen(false)}>
          <Facts facts={[["Title", labelOf(session)], ...sessionFacts(session, here.homeFolder)]} />
        </Dialog>
      )}
    </div>
  );
}

interface TurnFieldProps {
  readonly turn: number | null;
  readonly turnCount: number;
  readonly onTurn: (turn: number) => void;
}

function TurnField({ turn, turnCount, onTurn }: TurnFieldProps) {
  return (
    <label class="turn-field">
      <span class="faint">Turn</span>
      <input
        class="input"
        type="text"
        inputMode="numeric"
        aria-label={`Turn, of ${turnCount}`}
        value={turn ?? ""}
        onChange={(event) => {
          const wanted = Number(event.currentTarget.value);
          if (Number.isInteger(wanted) && wanted >= 0) onTurn(Math.min(wanted, turnCount));
        }}
      />
      <span class="faint">of {grouped(turnCount)}</span>
    </label>
  );
}
