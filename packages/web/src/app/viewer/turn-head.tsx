import { count, localTime, projectOfPlayback } from "@reprise/model";
import { Badge, LinkButton } from "../design/index.ts";
import { toneOf } from "../sessions/state-words.ts";
import { hrefOf, restoreRoute } from "../shell/route.ts";
import type { ViewedTurn } from "./viewed.ts";

interface TurnHeadProps {
  readonly session: string;
  readonly turn: ViewedTurn;
  /** The first item of it that is on the screen. */
  readonly from: number;
}

export function TurnHead({ session, turn, from }: TurnHeadProps) {
  const { number, state, startedAt, itemCount } = turn;
  const fork = hrefOf(restoreRoute(session, { mode: "fork", at: number }));
  return (
    <div class="turn-head">
      <h2>{number === 0 ? "History put into the session" : `Turn ${number}`}</h2>
      {state !== "completed" && <Badge tone={toneOf(state)}>{state}</Badge>}
      <span class="faint">
        {startedAt === null ? "" : `${localTime(startedAt)} · `}
        {from > 0 ? `from item ${from + 1} of ${count(itemCount, "item")}` : count(itemCount, "item")}
      </span>
      <span class="turn-line" />
      {projectOfPlayback(session) === null && (
        <span class="turn-tools">
          <LinkButton href={fork} icon="fork" tone="quiet" size="small">
            Fork after this turn
          </LinkButton>
        </span>
      )}
    </div>
  );
}
