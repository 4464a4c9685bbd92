/** Has an agent ask for an edit of two files, applies one of them, and says when it starts to. Killed by the campaign. */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { noSettings, type WorkbenchView } from "@reprise/model";
import { nodeHost } from "../../../src/host/node-host.ts";
import { openLibrary } from "../../../src/library.ts";
import { openRunner } from "../../../src/runner.ts";
import { openWorkbenches } from "../../../src/workbench.ts";

const { folder, message } = JSON.parse(process.argv[2] ?? "{}") as { folder: string; message: string };
const host = nodeHost(process.env);
const [runner, library] = [await openRunner(host), openLibrary(host)];
const workbench = await openWorkbenches(host, { runner, library, version: "0.0.0" }).open(folder);
void (async () => {
  for await (const _ of workbench.news());
})();

async function until(isThere: (view: WorkbenchView) => boolean): Promise<WorkbenchView> {
  for (;;) {
    const view = await workbench.view();
    if (isThere(view)) return view;
    await sleep(5);
  }
}

const settings = { ...noSettings, sandbox: "read-only", approvalPolicy: "on-request" };
await until(({ connection: { state } }) => state === "live" || state === "degraded");
await workbench.act({ type: "new", active: "stop" });
await workbench.act({ type: "choose", choice: { agent: "codex", settings } });
await workbench.act({ type: "send", text: message, inputs: [], steers: false });
const { diffs } = await until(({ approvals }) => approvals.some(({ state }) => state === "open"));
const diff = diffs.at(-1)?.id ?? "";
await workbench.act({ type: "select", diff, paths: ["b.txt"], isSelected: false });
writeSync(1, "applying\n");
await workbench.act({ type: "apply", diff });
writeSync(1, "applied\n");
setInterval(() => undefined, 1000);
