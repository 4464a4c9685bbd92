import type { ProjectState, RoundKind } from "@reprise/model";
import type { Tone } from "../../kernel/theme.ts";

export const projectTones: Readonly<Record<ProjectState, Tone>> = {
  running: "good",
  parked: "warn",
  interrupted: "warn",
  succeeded: "good",
  stopped: "plain",
  failed: "bad",
  "rounds-used": "plain",
  damaged: "bad",
};

export const roundTones: Readonly<Record<RoundKind, Tone>> = {
  met: "good",
  completed: "accent",
  stopped: "dim",
  failed: "bad",
  running: "plain",
  unfinished: "warn",
};
