import { acts, content, failing, inQuery, json, pathPart, reads, ref, text } from "./parts.ts";

const html = content("text/html", text);

/** The page, how browsers get in, and what the page says about this machine. */
export const pagePaths = {
  "/": {
    get: {
      operationId: "getPage",
      summary: "The page of this server",
      responses: { 200: { description: "The page", ...html }, ...failing() },
    },
  },
  "/assets/{name}": {
    get: {
      operationId: "getAsset",
      summary: "A part of the page",
      parameters: [pathPart("name", "of its file")],
      responses: { 200: { description: "The part", ...content("*/*", text) }, ...failing(404) },
    },
  },
  "/open": {
    get: {
      operationId: "signIn",
      summary: "Let a browser in, with a key that works once",
      security: [],
      parameters: [inQuery("key", "of a link", { required: true })],
      responses: {
        200: { description: "It is in: a page that leads on, for one that another site led here", ...html },
        303: { description: "It is in: its cookie, and the way to the page" },
        403: { description: "The key was used or is too old, or this is no tab of its own", ...html },
        429: json("Too many keys; see Retry-After", "http-error"),
      },
    },
    ...acts("makeLink", "A link that lets one browser in. Only for programs with the token", {
      ...{ body: "open-request", answer: json("The link", "open") },
    }),
  },
  "/sign-out": {
    post: {
      operationId: "signOut",
      summary: "Let this browser in no more",
      responses: { 204: { description: "It is out" }, ...failing() },
    },
  },
  "/streams": {
    get: {
      operationId: "openStreams",
      summary: "A WebSocket that carries all streams of a page",
      description:
        "Each `request` names a path of this server that answers with events, and an id. Its answer comes as `head`, `piece` " +
        "and `end` or `failed` with that id. After 16 pieces, one more comes for each `taken`; `cancel` ends it.",
      responses: {
        101: { description: "The socket is open", "x-client-message": ref("stream-request") },
        204: { description: "The caller may open one: this was no upgrade" },
        ...failing(),
      },
    },
  },
  "/about": reads("getAbout", "The version, the agents and what they can do", "about"),
  "/telemetry": reads("getTelemetry", "Recent events and figures", "telemetry"),
};
