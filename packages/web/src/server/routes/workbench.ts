import { SessionError, type Workbenches } from "@reprise/model";
import type { workbenchRoutes } from "@reprise/model/routes";
import type { Answers } from "../mount.ts";

export function workbenchAnswers(workbenches: Workbenches): Answers<typeof workbenchRoutes> {
  const opened = ({ folder }: { readonly folder: string }) => workbenches.open(folder);
  return {
    listWorkspaces: async () => ({ workspaces: await workbenches.known() }),
    async unlock({ body }) {
      await workbenches.unlock(body.passphrase);
      return { undo: null, message: "Unlocked." };
    },
    renewKey: ({ body }) => workbenches.renewKey(body.passphrase),
    async clearWorkspace({ params }) {
      await workbenches.clear(params.id);
      return { undo: null, message: "Cleared." };
    },
    async followWorkbench({ query }) {
      const { epoch, number } = query;
      const workbench = await opened(query);
      const since = epoch === undefined || number === undefined ? undefined : { epoch, number };
      return { open: (signal) => workbench.news(since, signal), isLive: true };
    },
    async earlierEntries({ query }) {
      const workbench = await opened(query);
      return { entries: await workbench.earlier(query.before ?? "", query.limit) };
    },
    readOutput: async ({ query }) => found(await (await opened(query)).output(query.exec), "command"),
    readDocument: async ({ query }) => found(await (await opened(query)).document(query.diff, query.path), "file"),
    completeFile: async ({ query }) => ({ files: await (await opened(query)).files(query.letters ?? "") }),
    keepImage: async ({ query, body }) => (await opened(query)).keepImage(body, query.name),
    act: async ({ query, body }) => (await opened(query)).act(body),
  };
}

function found<Value>(value: Value | null, what: string): Value {
  if (value === null) throw new SessionError("not-found", `There is no such ${what}.`);
  return value;
}
