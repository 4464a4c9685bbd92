import type {
  FetchedComments,
  ReviewComment,
  ReviewReport,
  Reviews,
  ReviewTarget,
  RunWish,
} from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import type { Call, LinkOptions } from "./call.ts";
import { Link } from "./link.ts";

/** The review comments that a server can get. It has the tokens: none passes through here. */
export function httpReviews(call: Call, options?: LinkOptions): Reviews {
  const link = new Link(call, options);
  const post = <Value extends object>(route: string, body: object, field: string & keyof Value) =>
    link.post<Value>(`/reviews/${route}`, body, field);
  return {
    find: (wish) => post<ReviewTarget>("find", wish, "checkout"),
    comments: (target) => post<FetchedComments>("comments", { target }, "comments"),
    commits: async (target, range) =>
      (await post<ContractValue<"review-commits">>("commits", { target, range }, "commits")).commits,
    diff: async (target) => (await post<ContractValue<"review-diff">>("diff", { target }, "diff")).diff,
    async prepare(wish) {
      const run = await post<RunWish>("prepare", wish, "prompt");
      return { ...given(run), settings: given(run.settings) };
    },
    report: (target, comments, run) =>
      post<ReviewReport>("report", { target, comments, run: run ?? null }, "others"),
    reply: (target, comment, body) => post<ReviewComment>("reply", { target, comment, body }, "id"),
  };
}

/** In an answer, what is not given is null; a request leaves it out. */
function given<Value extends object>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null)) as Value;
}
