import type {
  ActionResult,
  KeyRenewal,
  KnownWorkspace,
  Workbenches,
  WorkbenchNews,
  WorkbenchView,
} from "@reprise/model";
import { SessionError } from "@reprise/model";
import type { Call, LinkOptions } from "./call.ts";
import { workbenchOver } from "./http-workbench.ts";
import { Link } from "./link.ts";
import { newsPath } from "./requests.ts";
import { steadyEvents } from "./steady-events.ts";

/** The workbenches of a server. */
export function httpWorkbenches(call: Call, options?: LinkOptions): Workbenches {
  const link = new Link(call, options);
  return {
    async open(folder) {
      const { id, root } = await firstView(link, folder);
      return { ...workbenchOver(link, folder), ...{ id, root, view: () => firstView(link, folder) } };
    },
    async known() {
      const path = "/workspaces";
      return (await link.get<{ workspaces: readonly KnownWorkspace[] }>(path, "workspaces")).workspaces;
    },
    async clear(workspace) {
      const path = `/workspaces/${encodeURIComponent(workspace)}/clear`;
      await link.post<ActionResult>(path, {}, "message");
    },
    follow: async () => undefined, // the server does when its options change
    async unlock(passphrase) {
      await link.post<ActionResult>("/workspaces/unlock", { passphrase }, "message");
    },
    renewKey: (passphrase) => link.post<KeyRenewal>("/workspaces/renew-key", { passphrase }, "renewed"),
    runningCount: 0,
    async close() {
      link.close();
    },
  };
}

async function firstView(link: Link, folder: string): Promise<WorkbenchView> {
  const leaving = new AbortController();
  const path = newsPath(folder, undefined);
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
