import { acts, content, events, inQuery, json, pathPart, reads, streams } from "./parts.ts";

const folder = inQuery("folder", "a folder of the workspace, absolute", { required: true });
const result = json("Done", "action-result");
const options = "options-read";

/** Workbenches and their options. */
export const workbenchPaths = {
  "/workspaces": reads("listWorkspaces", "Workspaces with a saved workbench", "workspaces"),
  "/workspaces/unlock": acts("unlock", "Give the passphrase of what is saved", {
    ...{ body: "unlock", answer: result },
  }),
  "/workspaces/renew-key": acts("renewKey", "Encrypt everything that is saved with a new key", {
    ...{ body: "renew-key", answer: json("What was encrypted again", "key-renewal") },
  }),
  "/workspaces/{id}/clear": acts("clearWorkspace", "Delete what is saved of a workspace", {
    ...{ body: null, answer: result, parameters: [pathPart("id", "of the workspace")] },
  }),
  "/workbench/news": streams(
    "followWorkbench",
    "The workbench of a workspace, then its changes as they come",
    events("workbench-news", "The whole, or what changed since `epoch` and `number`"),
    [
      folder,
      inQuery("epoch", "of the latest news that the client has"),
      inQuery("number", "of the same", { schema: { type: "integer", minimum: 0 } }),
    ],
  ),
  "/workbench/entries": reads("earlierEntries", "Earlier entries of the conversation", "workbench-entries", [
    folder,
    inQuery("before", "the id of an entry"),
    inQuery("limit", "how many; 50 if not given", { schema: { type: "integer", minimum: 1, maximum: 500 } }),
  ]),
  "/workbench/output": reads("readOutput", "The kept output of a command", "exec-output", [
    folder,
    inQuery("exec", "its id", { required: true }),
  ]),
  "/workbench/document": reads("readDocument", "One file of a diff, with its texts", "document", [
    folder,
    inQuery("diff", "its id", { required: true }),
    inQuery("path", "of the file", { required: true }),
  ]),
  "/workbench/files": reads("completeFile", "Files of the workspace to mention", "workbench-files", [
    folder,
    inQuery("letters", "in the name or path, in this order"),
  ]),
  "/workbench/images": {
    post: {
      ...acts("keepImage", "Keep an image, to send it with a message", {
        ...{ body: null, answer: json("What to send", "input"), parameters: [folder] },
      }).post,
      requestBody: {
        required: true,
        ...content("application/octet-stream", { type: "string", format: "binary" }),
      },
    },
  },
  "/workbench/actions": acts("act", "What a person does on a workbench", {
    ...{ body: "workbench-action", answer: result, parameters: [folder] },
  }),
  "/options": {
    ...reads("readOptions", "Options of the workbench", options),
    patch: acts("changeOptions", "Change some, in the settings file", {
      ...{ body: "options-change", answer: json("As they are now", options) },
    }).post,
  },
};
