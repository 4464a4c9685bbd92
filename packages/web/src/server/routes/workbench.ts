import { isAbsolute } from "node:path";
import { SessionError, type Workbench, type WorkbenchAction, type Workbenches } from "@reprise/model";
import { json } from "@reprise/model/json";
import { renewKeySchema, unlockSchema, workbenchActionSchema } from "@reprise/model/schema";
import { type App, type Call, jsonAnswer, type Shared } from "../context.ts";
import { jsonBody } from "../json-body.ts";
import { badRequest } from "../problem.ts";
import { parametersIn, wholeNumber } from "../query.ts";
import { readBody, readBytes } from "../read-body.ts";
import { sentEvents } from "../streams/sent-events.ts";
import { checkContentType } from "../turns/read-request.ts";
import { valueIn } from "../value-in.ts";

const MOST_ENTRIES = 500;
const MOST_IMAGE_BYTES = 10 * 1024 * 1024;

/** Workbenches, each named by a folder of its workspace: an address outlives the server. */
export function workbenchRoutes(app: App, shared: Shared, workbenches: Workbenches): void {
  app.get("/workspaces", async () =>
    jsonAnswer(json("workspaces", { workspaces: await workbenches.known() })),
  );

  app.post("/workspaces/unlock", async (call) => {
    const { passphrase } = await jsonBody(call, shared, unlockSchema);
    await workbenches.unlock(passphrase);
    return jsonAnswer(json("action-result", { undo: null, message: "Unlocked." }));
  });

  app.post("/workspaces/renew-key", async (call) => {
    const { passphrase } = await jsonBody(call, shared, renewKeySchema);
    return jsonAnswer(json("key-renewal", await workbenches.renewKey(passphrase)));
  });

  app.post("/workspaces/:id/clear", async (call) => {
    await workbenches.clear(call.req.param("id"));
    return jsonAnswer(json("action-result", { undo: null, message: "Cleared." }));
  });

  app.get("/workbench/news", async (call) => {
    const { folder, epoch, number } = parametersOf(call, ["folder", "epoch", "number"]);
    const workbench = await opened(folder);
    const since =
      epoch === undefined || number === undefined
        ? undefined
        : { epoch, number: number === "0" ? 0 : wholeNumber("number", number) };
    return sentEvents(call, shared, { open: (signal) => newsOf(workbench, since, signal), isLive: true });
  });

  app.get("/workbench/entries", async (call) => {
    const { folder, before = "", limit = "50" } = parametersOf(call, ["folder", "before", "limit"]);
    const workbench = await opened(folder);
    const entries = await workbench.earlier(before, wholeNumber("limit", limit, MOST_ENTRIES));
    return jsonAnswer(json("workbench-entries", { entries }));
  });

  app.get("/workbench/output", async (call) => {
    const { folder, exec = "" } = parametersOf(call, ["folder", "exec"]);
    const output = await (await opened(folder)).output(exec);
    return jsonAnswer(json("exec-output", found(output, "command")));
  });

  app.get("/workbench/document", async (call) => {
    const { folder, diff = "", path = "" } = parametersOf(call, ["folder", "diff", "path"]);
    const document = await (await opened(folder)).document(diff, path);
    return jsonAnswer(json("document", found(document, "file")));
  });

  app.get("/workbench/files", async (call) => {
    const { folder, letters = "" } = parametersOf(call, ["folder", "letters"]);
    const files = await (await opened(folder)).files(letters);
    return jsonAnswer(json("workbench-files", { files }));
  });

  app.post("/workbench/images", async (call) => {
    const { folder } = parametersOf(call, ["folder"]);
    const workbench = await opened(folder);
    const bytes = await readBytes(call.req.raw, MOST_IMAGE_BYTES);
    return jsonAnswer(json("input", await workbench.keepImage(bytes)));
  });

  app.post("/workbench/actions", async (call) => {
    const { folder } = parametersOf(call, ["folder"]);
    // Also while the server closes: a turn that is given time may need an answer.
    checkContentType(call.req.header("content-type") ?? null);
    const body = await readBody(call.req.raw, shared.limits.bodyBytes);
    const action: WorkbenchAction = valueIn(body, workbenchActionSchema);
    return jsonAnswer(json("action-result", await (await opened(folder)).act(action)));
  });

  async function opened(folder: string | undefined): Promise<Workbench> {
    if (folder === undefined || !isAbsolute(folder)) throw badRequest("folder takes an absolute path.");
    return workbenches.open(folder);
  }
}

async function* newsOf(
  workbench: Workbench,
  since: { readonly epoch: string; readonly number: number } | undefined,
  signal: AbortSignal,
) {
  for await (const news of workbench.news(since, signal)) yield { data: json("workbench-news", news) };
}

function parametersOf(call: Call, names: readonly string[]): Readonly<Record<string, string>> {
  const parameters = parametersIn(call.req.url);
  const other = Object.keys(parameters).find((name) => !names.includes(name));
  if (other === undefined) return parameters;
  throw badRequest(`There is no parameter "${other}" here. Parameters: ${names.join(", ")}.`);
}

function found<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new SessionError("not-found", `There is no such ${what}.`);
  return value;
}
