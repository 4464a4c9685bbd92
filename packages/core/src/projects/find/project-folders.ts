import type { ProjectOrigin } from "@reprise/model";

/** What each program calls its folder in a workspace, and its log. */
export const programs = {
  reprise: { folder: ".reprise", log: "rounds.jsonl" },
  codexpotter: { folder: ".codexpotter", log: "potter-rollout.jsonl" },
} as const satisfies Record<ProjectOrigin, { readonly folder: string; readonly log: string }>;

export const origins: readonly ProjectOrigin[] = ["reprise", "codexpotter"];

export const progressFileName = "MAIN.md";

/** Where the progress file is while its flag is reset; a crash may leave it there. */
export const movedFileName = `${progressFileName}.moved`;
