/** What a progress file says. */
export interface Progress {
  readonly goal: string;
  /** `short_title` */
  readonly title: string;
  /** `initial`, `open`, `skip` or whatever the agent wrote. */
  readonly status: string;
  /** `finite_incantatem`: the agent declares the goal met. */
  readonly isMet: boolean;
  readonly gitCommit: string | null;
  readonly gitBranch: string | null;
  readonly inProgress: readonly string[];
  readonly todo: readonly string[];
  readonly done: readonly string[];
  /** Why the front matter cannot be read, with its line. */
  readonly problem: string | null;
}
