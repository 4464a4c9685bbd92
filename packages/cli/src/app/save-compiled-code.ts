import { flushCompileCache } from "node:module";

/** Longer than a first picture takes. */
const waitMs = 500;

/** Writes the compiled code for the next start soon, not only at the end: a terminal may be closed with us in it. */
export function saveCompiledCodeSoon(): void {
  setTimeout(flushCompileCache, waitMs).unref();
}
