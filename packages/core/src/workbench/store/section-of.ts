import type { Section } from "./manifest.ts";
import type { StoredRecord } from "./record.ts";

const sections: Readonly<Record<string, Section>> = {
  entry: "chat",
  text: "chat",
  exec: "exec",
  output: "exec",
  diff: "diff",
  document: "diff",
  decided: "diff",
  approval: "approvals",
  remembered: "approvals",
};

/** The section whose version a record has. */
export function sectionOf({ type, section }: StoredRecord): Section {
  return sections[String(type === "removed" ? section : type)] ?? "ui";
}
