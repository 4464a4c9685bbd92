import { SessionError } from "@reprise/model";
import { badUse } from "../arguments/bad-use.ts";

/** Why a server cannot listen there, and what to do. */
export function notListening(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === "EADDRINUSE")
    return new SessionError("busy", `Port ${port} is in use. Give another one with --port; 0 is any free one.`);
  return badUse(`The server cannot listen on ${host}, port ${port} (${error.code ?? error.message}).`);
}
