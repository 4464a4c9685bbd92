import { relative, resolve, sep } from "node:path";
import type { ReviewFilter, ReviewTarget } from "@reprise/model";
import type { Job } from "../../commands/command.ts";

/** A file inside the checkout may be given as seen from here. `usual`: which comments, if the person does not say. */
export function reviewFilter(
  { values, machine }: Job,
  { checkout }: ReviewTarget,
  usual: ReviewFilter["state"],
): ReviewFilter {
  return {
    state: values.filter === "all" || values.filter === "unresolved" ? values.filter : usual,
    file: values["review-file"] === null ? null : fileIn(checkout.folder, machine.cwd, values["review-file"]),
    reviewer: values.reviewer?.replace(/^@/, "") ?? null,
    range: values.range,
  };
}

function fileIn(checkout: string, cwd: string, path: string): string {
  const inCheckout = relative(checkout, resolve(cwd, path));
  const isThere = path.startsWith(".") || path.startsWith(sep) || cwd !== checkout;
  return isThere && inCheckout !== "" && !inCheckout.startsWith("..") ? inCheckout.split(sep).join("/") : path;
}
