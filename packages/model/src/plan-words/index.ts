export * from "./cost.ts";
export type { PlanContext } from "./facts.ts";
export * from "./names.ts";
export {
  approvalRow,
  driftRow,
  type PlanRow,
  type PlanTone,
  processWords,
  quotedRows,
  unfinishedRow,
} from "./row.ts";
export * from "./sections.ts";
export * from "./text.ts";
