import type { Reviews, Runner } from "@reprise/model";
import type { GitHubPull, LoopbackGitHub } from "../github/github.ts";
import type { ScriptedAgent } from "../scripted-agent/scripted-agent.ts";

/** Reviews of a pull request `acme/shop#42`, with a clone of it. */
export interface ReviewsStage {
  readonly reviews: Reviews;
  readonly runner: Runner;
  readonly agent: ScriptedAgent;
  readonly github: LoopbackGitHub;
  readonly pull: GitHubPull;
  /** A clone of it. */
  readonly cwd: string;
  /** An empty folder for files. */
  readonly folder: string;
  /** The token that the server accepts, and the environment holds. */
  readonly token: string;
  /** Every file that was written for the reviews and their runs. */
  readonly stateFolder: string;
  close(): Promise<void>;
}
