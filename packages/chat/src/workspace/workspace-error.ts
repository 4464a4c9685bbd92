/**
 * `too-large`: more than the limits allow. `base-missing`: the fresh sandbox cannot get the commits that it builds on.
 * `not-empty`: there is something else in the workspace. `damaged`: the parts are not those of a workspace. `failed`: git or the
 * sandbox refused.
 */
export type WorkspaceProblem = "too-large" | "base-missing" | "not-empty" | "damaged" | "failed";

/** A workspace that cannot travel. The message says what to do. */
export class WorkspaceError extends Error {
  override readonly name = "WorkspaceError";
  readonly code: WorkspaceProblem;

  constructor(code: WorkspaceProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
