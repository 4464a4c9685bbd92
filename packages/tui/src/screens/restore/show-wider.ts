import { needsWider } from "@reprise/model";
import type { Size } from "../../kernel/screen.ts";
import { planBody } from "./body/plan-body.ts";
import { bodyHeight } from "./layout.ts";
import type { State } from "./state.ts";

/** Wider permissions must be visible when Enter allows them. Scrolls there first; null if they are visible. */
export function showWider(state: State, size: Size): State | null {
  const { subject, top } = state;
  if (!subject.asked.allowsWider || subject.plan === null || !needsWider(subject.plan)) return null;
  const lines = planBody(subject, size.columns);
  const [first, last] = [lines.findIndex(({ isWider }) => isWider), lines.findLastIndex(({ isWider }) => isWider)];
  const height = bodyHeight(state, size);
  if (height <= 0) return { ...state, note: "Enlarge the window to see what would be permitted." };
  const isEndInView = top <= last && last < top + height;
  if (first === -1 || (isEndInView && (top <= first || last - first >= height))) return null;
  const isBetween = top >= first && top + height <= last;
  const note = "This is what would be permitted. Enter continues.";
  return { ...state, top: isBetween ? top + height : first, note };
}
