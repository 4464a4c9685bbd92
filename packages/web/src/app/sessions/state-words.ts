import { type SessionState, stateTones } from "@reprise/model";
import type { Tone } from "../design/tone.ts";

export function toneOf(state: SessionState): Tone {
  const tone = stateTones[state];
  return tone === "muted" ? "plain" : tone;
}
