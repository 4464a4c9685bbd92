export { ndJsonStream } from "@agentclientprotocol/sdk";
export type { AcpParts, OfferedAgent } from "./parts.ts";
export { serveAcp } from "./serve.ts";
