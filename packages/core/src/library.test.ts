import { describeLibrary, linesOf, makeScriptedHome, scripted, scriptedSource } from "@reprise/testkit";
import { openLibrary } from "./library.ts";

describeLibrary("file", async (seeds) => {
  const codex = makeScriptedHome("codex");
  const claude = makeScriptedHome("claude");
  for (const home of [codex, claude]) {
    const agent = home === codex ? "codex" : "claude";
    const own = seeds.filter((seed) => (seed.agent ?? "codex") === agent);
    for (const seed of own)
      home.write(
        `${seed.archived ? "archived" : "sessions"}/${seed.thread}.jsonl`,
        scripted.file(...linesOf(seed)),
      );
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
    dispose() {
      library.close();
      codex.dispose();
      claude.dispose();
    },
  };
});
