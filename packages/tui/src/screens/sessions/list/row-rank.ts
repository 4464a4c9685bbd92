import type { SessionSummary } from "@reprise/model";
import type { ListOrder } from "../state.ts";

/** What a list is sorted by: the greatest is first. */
export const rankOf: Readonly<Record<ListOrder, (session: SessionSummary) => string | number>> = {
  updated: ({ updatedAt }) => updatedAt ?? "",
  size: ({ sizeBytes }) => sizeBytes,
  turns: ({ turnCount }) => turnCount,
};
