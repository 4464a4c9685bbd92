import { openAnnotations, openLibrary } from "@reprise/core";
import type { AnnotationsUnderTest } from "../conformance/annotations.ts";
import type { LibraryUnderTest } from "../conformance/library.ts";
import { makeScriptedHome } from "../host/scripted-home.ts";
import { scripted, scriptedSource } from "../scripted-source.ts";
import { linesOf, type SessionSeed } from "../session-seed.ts";

/** The library over files, with sessions of two scripted agents. */
export async function openFileLibrary(seeds: readonly SessionSeed[]): Promise<LibraryUnderTest & AnnotationsUnderTest> {
  const codex = makeScriptedHome("codex");
  const claude = makeScriptedHome("claude");
  for (const home of [codex, claude]) {
    const agent = home === codex ? "codex" : "claude";
    const own = seeds.filter((seed) => (seed.agent ?? "codex") === agent);
    for (const seed of own)
      home.write(`${seed.archived ? "archived" : "sessions"}/${seed.thread}.jsonl`, scripted.file(...linesOf(seed)));
    const named = own.flatMap(({ thread, name }) => (name ? [[thread, name]] : []));
    const held = own.flatMap(({ thread, owner }) => (owner ? [[thread, owner]] : []));
    home.write("names.json", JSON.stringify(Object.fromEntries(named)));
    home.write("owners.json", JSON.stringify(Object.fromEntries(held)));
  }
  const library = openLibrary(codex.host, {
    sources: [scriptedSource("codex"), scriptedSource("claude")],
    homes: { codex: [codex.path], claude: [claude.path] },
  });
  return {
    library,
    annotations: openAnnotations(library, codex.host),
    dispose() {
      library.close();
      codex.dispose();
      claude.dispose();
    },
  };
}
