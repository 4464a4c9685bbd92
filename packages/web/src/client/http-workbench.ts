import type {
  ActionResult,
  DiffDocument,
  ExecOutput,
  PromptInput,
  Workbench,
  WorkbenchEntry,
  WorkbenchNews,
} from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { ContractValue } from "@reprise/model/schema";
import type { Call, LinkOptions } from "./call.ts";
import { Link } from "./link.ts";
import { newsPath, withParameters } from "./requests.ts";
import { steadyEvents } from "./steady-events.ts";

/** The workbench of a folder. Asks for nothing by itself: its id and root are in the first view of its news. */
export type WorkbenchChannel = Omit<Workbench, "id" | "root" | "view">;

export function httpWorkbench(call: Call, folder: string, options?: LinkOptions): WorkbenchChannel {
  return workbenchOver(new Link(call, options), folder);
}

export function workbenchOver(link: Link, folder: string): WorkbenchChannel {
  const at = (path: string, more = {}) => withParameters(`/workbench/${path}`, { folder, ...more });
  return {
    async *news(given, signal) {
      let since = given;
      const path = () => newsPath(folder, since);
      for await (const { data } of steadyEvents(link, path, { signal })) {
        const news = data as WorkbenchNews;
        if (news.type === "view") since = { epoch: news.view.epoch, number: news.view.number };
        else if (since !== undefined) since = { ...since, number: news.number };
        yield news;
      }
    },
    async earlier(before, limit) {
      const path = at("entries", { before, limit });
      return (await link.get<{ entries: readonly WorkbenchEntry[] }>(path, "entries")).entries;
    },
    output: (exec) => unlessMissing(link.get<ExecOutput>(at("output", { exec }), "text")),
    document: (diff, path) => unlessMissing(link.get<DiffDocument>(at("document", { diff, path }), "path")),
    act: (action) => link.post<ActionResult>(at("actions"), action, "undo"),
    files: async (letters) =>
      (await link.get<ContractValue<"workbench-files">>(at("files", { letters }), "files")).files,
    async keepImage(bytes) {
      const headers = { "Content-Type": "application/octet-stream" };
      const body = new Uint8Array(bytes);
      return link.json<PromptInput>(await link.open(at("images"), { method: "POST", headers, body }), "path");
    },
  };
}

async function unlessMissing<Value>(asking: Promise<Value>): Promise<Value | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof SessionError && error.code === "not-found") return null;
    throw error;
  }
}
