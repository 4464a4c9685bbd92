import { type RestorePlan, type Runner, SessionError, usualWish } from "@reprise/model";

type Basis = RestorePlan["basis"][number];

/** Throws `refused` if a file of the session was written since. While a process has it open that is usual: the run decides. */
export async function checkFresh({ mode, session, owner, basis }: RestorePlan, runner: Runner): Promise<void> {
  if (mode === null || mode === "handoff" || owner !== null) return;
  const now = (await runner.plan(session, { ...usualWish, isSilent: true })).basis;
  const isSame = (a: Basis, b: Basis) => a.path === b.path && a.sizeBytes === b.sizeBytes && a.mtimeMs === b.mtimeMs;
  const changed = basis.find((file) => !now.some((one) => isSame(file, one)));
  if (changed !== undefined)
    throw new SessionError("refused", `${changed.path} has changed since the plan was made. Plan again.`);
}
