import type { OfferedWay, RestorePlan } from "@reprise/model";
import { count } from "../../../text/count.ts";
import { type Row, section } from "../../../widgets/rows.ts";
import { wayWords } from "../modes.ts";

/** How else it could be told, with what that costs, and where one was left that can be gone on with. */
export function otherWayRows(plan: RestorePlan): Row[] {
  if (plan.mode !== "replay") return [];
  const { ways, via } = plan;
  return section("Other ways (N takes the next)", ways.filter(({ way }) => way !== via).map(wayRow));
}

export function wayRow({ way, stopped }: OfferedWay): Row {
  const text = `${way}: ${wayWords[way]}`;
  if (stopped === null) return { text };
  const place = `${stopped.sentCount} of ${count(stopped.segmentCount, "segment")}`;
  return { text: `${text}. One stopped after ${place}: it goes on there`, tone: "warn" };
}
