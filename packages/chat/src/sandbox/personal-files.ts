import type { PersonalFile } from "@reprise/core/agents";
import { copyOver, linkOver } from "@reprise/core/parts";
import { innerNames } from "./inner-path.ts";
import { SandboxError } from "./sandbox.ts";

/** Of one copied folder: configuration, not sessions. */
const limits = { mostFiles: 5_000, mostBytes: 256 * 1024 * 1024 };

/**
 * Puts the person's sign-in and configuration into the home of a sandbox on this machine, readable by its owner only. Missing
 * files are skipped; the originals are never written. A `link` leads to the original itself, so a renewed sign-in counts for both.
 */
export function takePersonalFiles(files: readonly PersonalFile[], home: string, most = limits): void {
  for (const { from, to, how } of files) {
    const place = { home, names: innerNames(to) };
    try {
      if (how === "link") linkOver(from, place);
      else copyOver(from, place, most);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new SandboxError(`${from} could not be taken over into the home of the chat: ${reason}`, {
        cause: error,
      });
    }
  }
}
