import { join, resolve } from "node:path";
import { SessionError } from "@reprise/model";
import { DriverError } from "../../agents/driving/driver.ts";
import { readPromptFile } from "../../agents/driving/prompt-file.ts";
import type { Host } from "../../host/host.ts";

/** An image that models accept. Throws `refused`, with why it is none. */
export function promptImage(
  given: string,
  cwd: string,
  { homeFolder, files }: Pick<Host, "homeFolder" | "files">,
): { readonly path: string; readonly sizeBytes: number } {
  const path = given.startsWith("~/") ? join(homeFolder, given.slice(2)) : resolve(cwd, given);
  const stamp = files.stamp(path);
  if (stamp === null) throw new SessionError("refused", `There is no file ${path}.`);
  try {
    readPromptFile({ kind: "image", path });
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    const reason = error.failure.message.replace(/ Nothing was sent\.$/, "");
    throw new SessionError("refused", reason, { cause: error });
  }
  return { path, sizeBytes: stamp.sizeBytes };
}
