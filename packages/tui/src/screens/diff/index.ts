import type { Screen } from "../../kernel/screen.ts";
import { sessionDiffKeys } from "../../widgets/diff/keys.ts";
import type { DiffState } from "../../widgets/diff/state.ts";
import { diffView } from "../../widgets/diff/view.ts";
import { type DiffMessage, type DiffTask, update } from "./state.ts";
import { perform } from "./tasks.ts";

export { recordedDiff } from "./recorded-diff.ts";
export { begin } from "./state.ts";

export const diffScreen: Screen<DiffState, DiffMessage, DiffTask> = {
  name: "diff",
  keys: sessionDiffKeys,
  update,
  view: diffView,
  perform,
};
