/** Sends one message from a workbench, by one path, and prints `acknowledged` when it is told that it was sent. Killed by the campaign. */
import { readFileSync, writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { type Consent, noSettings, type WorkbenchView } from "@reprise/model";
import { nodeHost } from "../../../src/host/node-host.ts";
import { openLibrary } from "../../../src/library.ts";
import { openRunner } from "../../../src/runner.ts";
import { openWorkbenches } from "../../../src/workbench.ts";
import type { SendOrder } from "./victim-order.ts";

const { folder, path, message } = JSON.parse(process.argv[2] ?? "{}") as SendOrder;
const consent: Consent = {
  drift: "accept",
  reappliesApprovals: false,
  sendsRecap: true,
  allowsWider: false,
  canAnswer: true,
  stays: true,
};
const host = nodeHost(process.env);
const [runner, library] = [await openRunner(host), openLibrary(host)];
const workbench = await openWorkbenches(host, { runner, library, version: "0.0.0" }).open(folder);

async function until(isThere: (view: WorkbenchView) => boolean): Promise<WorkbenchView> {
  for (;;) {
    const view = await workbench.view();
    if (isThere(view)) return view;
    await sleep(5);
  }
}

const opened = async () => {
  void (async () => {
    for await (const _ of workbench.news());
  })();
  await until(({ connection: { state } }) => state === "live" || state === "degraded");
};
const send = (text: string) => workbench.act({ type: "send", text, inputs: [], steers: false });
const isWorking = ({ activity: { phase } }: WorkbenchView) => phase === "working";
/** Its command has no known outcome: the plan asks about the recap. */
async function agentKilled(): Promise<void> {
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, "utf8").trim();
  for (const pid of children.split(" ")) process.kill(Number(pid), "SIGKILL");
  await until(({ activity: { phase } }) => phase === "none");
}

const settings = { ...noSettings, sandbox: "danger-full-access", approvalPolicy: "never" };

if (path === "new") {
  await opened();
  await workbench.act({ type: "new" });
  await workbench.act({ type: "choose", choice: { agent: "codex", settings } });
} else if (path !== "restart") {
  await opened();
  if (path === "plan") await workbench.act({ type: "end" });
  if (path !== "plan") {
    await send(path === "consent" ? "run the long command" : "tell me slowly");
    await until(path === "queue" ? isWorking : ({ execs }) => execs.some(({ status }) => status === "running"));
    if (path === "consent") await agentKilled();
  }
}
await workbench.act({ type: "draft", text: message, cursor: 0, inputs: [] });
writeSync(1, "typed\n");
await send(message);
if (path === "consent") {
  const { connection } = await until((view) => view.connection.planId !== null);
  await workbench.act({ type: "consent", plan: connection.planId ?? "", consent });
}
writeSync(1, "acknowledged\n");
