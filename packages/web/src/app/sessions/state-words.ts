import type { SessionState } from "@reprise/model";
import type { Tone } from "../design/tone.ts";

export const stateTones: Readonly<Record<SessionState, Tone>> = {
  live: "good",
  interrupted: "caution",
  failed: "danger",
  completed: "plain",
  empty: "plain",
  unreadable: "danger",
};
