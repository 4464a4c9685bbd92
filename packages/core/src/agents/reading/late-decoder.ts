import type { AgentSource } from "./source.ts";

/** A decoder that is loaded when a file is read: a list of known sessions reads none. */
export function lateDecoder(load: () => Promise<AgentSource["decode"]>): AgentSource["decode"] {
  let loaded: AgentSource["decode"] | null = null;
  return (...file) => loaded?.(...file) ?? first(file);

  async function* first(file: Parameters<AgentSource["decode"]>) {
    loaded ??= await load();
    yield* loaded(...file);
  }
}
