import { flushCompileCache } from "node:module";

/** Longer than the first frame takes. */
const waitMs = 500;

/** Saves compiled code for the next start early, not only at exit: the terminal may be closed while we run. */
export function saveCompiledCodeSoon(): void {
  setTimeout(flushCompileCache, waitMs).unref();
}
