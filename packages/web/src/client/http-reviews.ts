import type { Reviews, RunWish } from "@reprise/model";
import type { reviewRoutes } from "@reprise/model/routes";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";

/** The review comments that a server can get. It has the tokens: none passes through here. */
export function httpReviews(call: Call, options?: LinkOptions): Reviews {
  const calls = callsOf<typeof reviewRoutes>(new Link(call, options));
  return {
    find: (wish) => calls.send("post", "/reviews/find", {}, wish, "checkout"),
    comments: (target) => calls.send("post", "/reviews/comments", {}, { target }, "comments"),
    commits: async (target, range) =>
      (await calls.send("post", "/reviews/commits", {}, { target, range }, "commits")).commits,
    diff: async (target) => (await calls.send("post", "/reviews/diff", {}, { target }, "diff")).diff,
    async prepare(wish) {
      const run = await calls.send("post", "/reviews/prepare", {}, wish, "prompt");
      return { ...given(run as RunWish), settings: given(run.settings as RunWish["settings"]) };
    },
    report: (target, comments, run) =>
      calls.send("post", "/reviews/report", {}, { target, comments, run: run ?? null }, "others"),
    reply: (target, comment, body) => calls.send("post", "/reviews/reply", {}, { target, comment, body }, "id"),
  };
}

/** In an answer, what is not given is null; a request leaves it out. */
function given<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) as Value;
}
