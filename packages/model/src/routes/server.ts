import { get, needed, post, routes, text } from "./route.ts";

/** What every server says about itself. */
export const stateRoutes = routes("programs", {
  getHealth: get("/healthz", "Whether the server takes messages", {
    isOpen: true,
    answer: "health",
    replies: { 503: ["It is shutting down", "health"] },
  }),
  getReadiness: get("/readyz", "Whether messages sent here are carried out now", {
    isOpen: true,
    answer: "readiness",
    replies: { 503: ["It is shutting down, or the shared store cannot be reached", "readiness"] },
  }),
  getMetrics: get("/metrics", "Counts for Prometheus", {
    more: "Turns by status, running turns, seconds, requests; of servers that share chats, what waits and runs at all of them.",
    replies: { 200: ["Metrics", "text/plain"] },
  }),
  getOpenApi: get("/openapi.json", "Every route of the server, for programs that make clients", {
    forTenants: true,
    replies: { 200: ["OpenAPI 3.1", "application/json"] },
  }),
});

/** What the page shows about this machine. */
export const aboutRoutes = routes("page", {
  getAbout: get("/about", "The version, the agents and what they can do", { answer: "about" }),
});

export const telemetryRoutes = routes("page", {
  getTelemetry: get("/telemetry", "Recent events and figures", { answer: "telemetry" }),
});

export const pageRoutes = routes("browser", {
  getPage: get("/", "The page of this server", { replies: { 200: ["The page", "text/html"] } }),
});

/** The parts of a page that was built into a folder. */
export const assetRoutes = routes("browser", {
  getAsset: get("/assets/:name", "A part of the page", { replies: { 200: ["The part", "*/*"] } }),
});

/** How browsers get in, and out; and the socket of a page. */
export const openRoutes = routes("browser", {
  signIn: get("/open", "Let a browser in, with a key that works once", {
    isOpen: true,
    query: { key: needed(text("of a link")) },
    replies: {
      200: ["It is in: a page that leads on, for one that another site led here", "text/html"],
      303: ["It is in: its cookie, and the way to the page"],
      403: ["The key was used or is too old, or this is no tab of its own", "text/html"],
      429: ["Too many keys; see Retry-After", "http-error"],
    },
  }),
  makeLink: post("/open", "A link that lets one browser in. Only for programs with the token", {
    body: "open-request",
    answer: "open",
  }),
  signOut: post("/sign-out", "Let this browser in no more", { replies: { 204: ["It is out"] }, whileClosing: true }),
  openStreams: get("/streams", "A WebSocket that carries all streams of a page", {
    more:
      "Each `request` names a path of this server that answers with events, and an id. Its answer comes as `head`, `piece` " +
      "and `end` or `failed` with that id. After 16 pieces, one more comes for each `taken`; `cancel` ends it.",
    socket: "stream-request",
    replies: { 101: ["The socket is open"], 204: ["The caller may open one: this was no upgrade"] },
  }),
});
