import type {
  ActionResult,
  DiffDocument,
  ExecOutput,
  KnownWorkspace,
  Workbench,
  WorkbenchEntry,
  Workbenches,
  WorkbenchNews,
  WorkbenchView,
} from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { Call, LinkOptions } from "./call.ts";
import { Link, withParameters } from "./link.ts";
import { steadyEvents } from "./steady-events.ts";

/** The workbenches of a server. */
export function httpWorkbenches(call: Call, options?: LinkOptions): Workbenches {
  const link = new Link(call, options);
  return {
    async open(folder) {
      const { id, root } = await firstView(link, folder);
      return httpWorkbench(link, folder, { id, root });
    },
    async known() {
      const path = "/workspaces";
      return (await link.get<{ workspaces: readonly KnownWorkspace[] }>(path, "workspaces")).workspaces;
    },
    async clear(workspace) {
      const path = `/workspaces/${encodeURIComponent(workspace)}/clear`;
      await link.post<ActionResult>(path, {}, "message");
    },
    async close() {
      link.close();
    },
  };
}

function httpWorkbench(
  link: Link,
  folder: string,
  { id, root }: Pick<WorkbenchView, "id" | "root">,
): Workbench {
  const at = (path: string, more = {}) => withParameters(`/workbench/${path}`, { folder, ...more });
  return {
    ...{ id, root },
    view: () => firstView(link, folder),
    async *news(given, signal) {
      let since = given;
      const path = () => at("news", since ?? {});
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
  };
}

async function firstView(link: Link, folder: string): Promise<WorkbenchView> {
  const leaving = new AbortController();
  const path = withParameters("/workbench/news", { folder });
  try {
    for await (const { data } of steadyEvents(link, path, { signal: leaving.signal })) {
      const news = data as WorkbenchNews;
      if (news.type === "view") return news.view;
    }
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
