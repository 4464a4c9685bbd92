import type { Workbench, Workbenches, WorkbenchView } from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { workbenchRoutes } from "@reprise/model/routes";
import type { Call, LinkOptions } from "./call.ts";
import { callsOf } from "./calls.ts";
import { Link } from "./link.ts";

/** The workbench of a folder. Asks for nothing by itself: its id and root are in the first view of its news. */
export type WorkbenchChannel = Omit<Workbench, "id" | "root" | "view">;

export function httpWorkbench(call: Call, folder: string, options?: LinkOptions): WorkbenchChannel {
  return workbenchOver(new Link(call, options), folder);
}

function workbenchOver(link: Link, folder: string): WorkbenchChannel {
  const { get, send, follow } = callsOf<typeof workbenchRoutes>(link);
  return {
    async *news(given, signal) {
      let since = given;
      for await (const { data: news } of follow("/workbench/news", () => ({ folder, ...since }), { signal })) {
        if (news.type === "view") since = { epoch: news.view.epoch, number: news.view.number };
        else if (since !== undefined) since = { ...since, number: news.number };
        yield news;
      }
    },
    earlier: async (before, limit) => (await get("/workbench/entries", { folder, before, limit }, "entries")).entries,
    output: (exec) => unlessMissing(get("/workbench/output", { folder, exec }, "text")),
    document: (diff, path) => unlessMissing(get("/workbench/document", { folder, diff, path }, "path")),
    act: (action) => send("post", "/workbench/actions", { folder }, action, "undo"),
    files: async (letters) => (await get("/workbench/files", { folder, letters }, "files")).files,
    keepImage: (bytes, name) => send("post", "/workbench/images", { folder, name }, bytes, "path"),
  };
}

/** The workbenches of a server. */
export function httpWorkbenches(call: Call, options?: LinkOptions): Workbenches {
  const link = new Link(call, options);
  const { get, send } = callsOf<typeof workbenchRoutes>(link);
  return {
    async open(folder) {
      const { id, root } = await firstView(link, folder);
      return { ...workbenchOver(link, folder), id, root, view: () => firstView(link, folder) };
    },
    known: async () => (await get("/workspaces", {}, "workspaces")).workspaces,
    clear: async (id) => void (await send("post", "/workspaces/:id/clear", { id }, undefined, "message")),
    follow: async () => undefined, // the server does when its options change
    unlock: async (passphrase) => void (await send("post", "/workspaces/unlock", {}, { passphrase }, "message")),
    renewKey: (passphrase) => send("post", "/workspaces/renew-key", {}, { passphrase }, "renewed"),
    runningCount: 0,
    async close() {
      link.close();
    },
  };
}

async function firstView(link: Link, folder: string): Promise<WorkbenchView> {
  const leaving = new AbortController();
  const { signal } = leaving;
  try {
    const { follow } = callsOf<typeof workbenchRoutes>(link);
    for await (const { data: news } of follow("/workbench/news", () => ({ folder }), { signal }))
      if (news.type === "view") return news.view;
  } finally {
    leaving.abort();
  }
  throw new SessionError("not-found", "The workbench is closed.");
}

async function unlessMissing<Value>(asking: Promise<Value>): Promise<Value | null> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof SessionError && error.code === "not-found") return null;
    throw error;
  }
}
