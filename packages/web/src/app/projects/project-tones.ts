import type { ProjectState } from "@reprise/model";
import type { Tone } from "../design/tone.ts";

export const projectTones: Readonly<Record<ProjectState, Tone>> = {
  running: "accent",
  parked: "caution",
  interrupted: "caution",
  succeeded: "good",
  stopped: "plain",
  failed: "danger",
  "rounds-used": "plain",
  damaged: "danger",
};
