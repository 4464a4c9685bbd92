import { problemWithNode } from "./needed-node.ts";

/** Imported first: what comes after it, in the same file, uses what old Nodes do not have. */
const problem = problemWithNode(process.versions.node);
if (problem !== null) {
  console.error(problem);
  process.exit(1);
}
