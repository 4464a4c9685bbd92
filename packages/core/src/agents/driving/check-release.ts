import { DriverError, type Launch } from "./driver.ts";
import { type Ability, lackOf, type ReleaseTable } from "./releases.ts";

/** Throws a DriverError if the release lacks a required ability; it names the release that has it. */
export function checkRelease(
  table: ReleaseTable,
  version: string | null,
  needs: readonly Ability[],
  { needs: more = [] }: Pick<Launch, "needs"> = {},
): void {
  for (const ability of ["run" as const, ...needs, ...more]) {
    const message = lackOf(table, version, ability);
    if (message !== null) throw new DriverError({ kind: "agent-outdated", message, resetsAt: null });
  }
}
