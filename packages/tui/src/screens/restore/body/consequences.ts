import type { RestorePlan } from "@reprise/model";
import type { Row } from "../../../widgets/rows.ts";
import { approvalRows, briefRows, lostRows, pendingRows, segmentRows, unfinishedRows } from "./sections.ts";
import { changeRows } from "./settings.ts";

/** What going on by this plan means, besides its settings; in the same order on the screen and by lines. */
export function consequenceRows(plan: RestorePlan): Row[] {
  return [
    ...changeRows(plan),
    ...unfinishedRows(plan),
    ...pendingRows(plan),
    ...approvalRows(plan),
    ...segmentRows(plan),
    ...lostRows(plan),
    ...briefRows(plan),
  ];
}
