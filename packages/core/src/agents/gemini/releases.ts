import type { ReleaseTable } from "../driving/releases.ts";

/** Tried with the real releases by `npm run campaign releases`. */
export const geminiReleases: ReleaseTable = {
  title: "Gemini CLI",
  packages: /^@google\/gemini-cli$/,
  update: "npm install -g @google/gemini-cli@latest",
  // Older ones accept no session id and resume by a list number.
  rows: [{ ability: "run", since: "0.41", instead: null }],
};
