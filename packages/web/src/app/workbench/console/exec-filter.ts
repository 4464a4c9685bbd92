import type { Exec } from "@reprise/model";

export const execKinds = ["all", "running", "problems"] as const;
export type ExecKind = (typeof execKinds)[number];

export const execKindWords: Readonly<Record<ExecKind, string>> = {
  all: "All",
  running: "Running",
  problems: "Problems",
};

/** `problems`: failed, or without a known outcome. */
export function filterExecs(execs: readonly Exec[], kind: ExecKind, letters: string): readonly Exec[] {
  const wanted = letters.trim().toLowerCase();
  return execs.filter((exec) => isOf(exec, kind) && `${exec.header}\n${exec.command}`.toLowerCase().includes(wanted));
}

function isOf({ status }: Exec, kind: ExecKind): boolean {
  if (kind === "all") return true;
  return kind === "running" ? status === "running" : status === "failed" || status === "open";
}
