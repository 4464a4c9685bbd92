/** Sets and resets the flag of a progress file until it is killed. Argument: its path. */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { resetFlag } from "../../../src/projects/progress-file/reset-flag.ts";

const [, , path = ""] = process.argv;
for (;;) {
  console.log("again");
  await resetFlag(path);
  const text = readFileSync(path, "utf8").replace("finite_incantatem: false", "finite_incantatem: true");
  writeFileSync(`${path}.editor`, text);
  renameSync(`${path}.editor`, path);
}
