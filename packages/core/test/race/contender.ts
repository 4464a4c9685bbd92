/** Resumes a session and says how that ended. Started by the race as a process of its own. */
import { followed, usualWish } from "@reprise/model";
import { carefulConsent } from "@reprise/testkit";
import { nodeHost } from "../../src/host/node-host.ts";
import { openRunner } from "../../src/runner.ts";

const runner = await openRunner(nodeHost());
const plan = await runner.plan(process.argv[2] ?? "", { ...usualWish, prompt: "go on" });
const consent = {
  ...carefulConsent,
  drift: "accept" as const,
  reappliesApprovals: false,
  sendsRecap: false,
};
let end = "nothing";
let owner = 0;
for await (const event of followed(runner.restore(plan, consent))) {
  if (event.type === "run-ended") end = event.status;
  else if (event.type === "busy") {
    end = "busy";
    owner = event.owner?.pid ?? 0;
  } else if (event.type === "refused") end = "refused";
}
runner.close();
console.log(JSON.stringify({ end, owner }));
