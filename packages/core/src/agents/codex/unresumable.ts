import type { SessionSummary } from "@reprise/model";

/** Why no Codex of today goes on with a session, by what its log shows. */
export function unresumable({ files, source, createdAt }: SessionSummary): string | null {
  const main = files.find(({ role }) => role === "main");
  if (main?.path.endsWith(".json"))
    return "Its file is from April 2025; current Codex releases cannot resume that format.";
  if (source !== null) return null;
  return (createdAt ?? "") < "2025-10"
    ? "Its file is from before September 2025; current Codex releases cannot resume that format."
    : "The first line of its file cannot be read; Codex needs it to resume.";
}
