import { absolute, get, needed, patch, post, routes, text, whole } from "./route.ts";

const folder = needed(absolute("a folder of the workspace, absolute"));

/** Workbenches, each named by a folder of its workspace: an address outlives the server. */
export const workbenchRoutes = routes("page", {
  listWorkspaces: get("/workspaces", "Workspaces with a saved workbench", { answer: "workspaces" }),
  unlock: post("/workspaces/unlock", "Give the passphrase of what is saved", {
    body: "unlock",
    answer: "action-result",
  }),
  renewKey: post("/workspaces/renew-key", "Encrypt everything that is saved with a new key", {
    body: "renew-key",
    answer: "key-renewal",
  }),
  clearWorkspace: post("/workspaces/:id/clear", "Delete what is saved of a workspace", {
    answer: "action-result",
    whileClosing: true,
  }),
  followWorkbench: get("/workbench/news", "The workbench of a workspace, then its changes as they come", {
    query: { folder, epoch: text("of the latest news that the client has"), number: whole("of the same", {}) },
    streams: "workbench-news",
    live: true,
  }),
  earlierEntries: get("/workbench/entries", "Earlier entries of the conversation", {
    query: {
      folder,
      before: text("the id of an entry"),
      limit: whole("how many", { least: 1, most: 500, byDefault: 50 }),
    },
    answer: "workbench-entries",
  }),
  readOutput: get("/workbench/output", "The kept output of a command", {
    query: { folder, exec: needed(text("its id")) },
    answer: "exec-output",
  }),
  readDocument: get("/workbench/document", "One file of a diff, with its texts", {
    query: { folder, diff: needed(text("its id")), path: needed(text("of the file")) },
    answer: "document",
  }),
  completeFile: get("/workbench/files", "Files of the workspace to mention", {
    query: { folder, letters: text("in the name or path, in this order") },
    answer: "workbench-files",
  }),
  keepImage: post("/workbench/images", "Keep an image, to send it with a message", {
    query: { folder, name: text("of its file, to be shown") },
    body: "bytes",
    bodyBytes: 10 * 1024 * 1024,
    answer: "input",
    whileClosing: true,
  }),
  // Also while the server closes: a turn that is given time may need an answer.
  act: post("/workbench/actions", "What a person does on a workbench", {
    query: { folder },
    body: "workbench-action",
    answer: "action-result",
    whileClosing: true,
  }),
});

export const optionRoutes = routes("page", {
  readOptions: get("/options", "Options of the workbench", { answer: "options-read" }),
  changeOptions: patch("/options", "Change some, in the settings file", {
    body: "options-change",
    answer: "options-read",
  }),
});
