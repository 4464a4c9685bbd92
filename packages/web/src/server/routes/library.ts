import type { Changes, Finding, Library } from "@reprise/model";
import { json } from "@reprise/model/json";
import { type App, jsonAnswer, type Shared } from "../context.ts";
import { noOther, parametersIn, wholeNumber } from "../query.ts";
import { checkAbsolute } from "../runs/check-paths.ts";
import { datas, sentEvents } from "../streams/sent-events.ts";
import { WarningLog } from "../warning-log.ts";

/** What a page needs of a library besides lists and sessions. */
export function libraryRoutes(app: App, shared: Shared): void {
  const { library, readings } = shared;
  const warnings = new WarningLog(shared.runner === undefined ? [library] : [library, shared.runner]);

  app.get("/find", async (call) => {
    const { text = "", ...rest } = parametersIn(call.req.url);
    noOther(rest, ["text"]);
    return jsonAnswer(json("session", await library.find(text)));
  });

  app.get("/diagnosis", (call) => {
    const { path, ...rest } = parametersIn(call.req.url);
    noOther(rest, ["path"]);
    if (path !== undefined) checkAbsolute("path", path);
    return sentEvents(call, shared, {
      open: () => datas(findingJson(library.diagnose(path))),
      onLeave: readings.take(),
    });
  });

  app.get("/warnings", async (call) => {
    const { after = "0", ...rest } = parametersIn(call.req.url);
    noOther(rest, ["after"]);
    const number = after === "0" ? 0 : wholeNumber("after", after);
    await warnings.gather();
    return jsonAnswer(json("warnings", { warnings: warnings.after(number) }));
  });

  app.get("/changes", (call) => {
    noOther(parametersIn(call.req.url), []);
    return sentEvents(call, shared, { open: (signal) => datas(changesJson(library, signal)), isLive: true });
  });
}

async function* findingJson(findings: AsyncIterable<Finding>): AsyncGenerator<string> {
  for await (const finding of findings) yield json("finding", finding);
}

async function* changesJson(library: Library, signal: AbortSignal): AsyncGenerator<string> {
  for await (const { sessions } of library.watch(signal))
    yield json("changes", { sessions } satisfies Changes);
}
