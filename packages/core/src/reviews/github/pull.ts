import type { PullRequest } from "@reprise/model";
import { fieldOf } from "../../agents/foreign.ts";
import { plain } from "./comment.ts";
import type { Access, GitHub } from "./github.ts";

export interface PullState extends Pick<PullRequest, "title" | "author" | "state" | "headSha"> {
  /** Repositories that it is about, `owner/repository`: its own, and where its commits are. */
  readonly repositories: readonly string[];
}

export async function readPull(github: GitHub, access: Access): Promise<PullState> {
  const value = await github.json(access, `${access.path}/pulls/${access.number}`);
  return {
    title: plain(fieldOf(value, "title")),
    author: plain(fieldOf(value, "user", "login")),
    state: stateOf(value),
    headSha: plain(fieldOf(value, "head", "sha")),
    repositories: [
      plain(fieldOf(value, "base", "repo", "full_name")),
      plain(fieldOf(value, "head", "repo", "full_name")),
    ].filter((name) => name !== null),
  };
}

function stateOf(value: unknown): PullRequest["state"] {
  if (fieldOf(value, "merged") === true || typeof fieldOf(value, "merged_at") === "string") return "merged";
  const state = fieldOf(value, "state");
  return state === "open" || state === "closed" ? state : null;
}
