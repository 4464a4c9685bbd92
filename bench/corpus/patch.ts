import type { Speaker } from "./speaker.ts";
import { codeLine } from "./work.ts";

export interface Patch {
  readonly path: string;
  /** As the model writes it. */
  readonly input: string;
  readonly change:
    | { readonly type: "add"; readonly content: string }
    | { readonly type: "update"; readonly diff: string };
}

export function patch(speaker: Speaker, lines: number): Patch {
  const focused = speaker.focused();
  return speaker.random.chance(0.25) ? addition(focused, lines) : update(focused, lines);
}

function addition(speaker: Speaker, lines: number): Patch {
  const path = speaker.path();
  const added = Array.from({ length: lines }, () => codeLine(speaker));
  const input = `*** Begin Patch\n*** Add File: ${path}\n${added.map((line) => `+${line}\n`).join("")}*** End Patch\n`;
  return { path, input, change: { type: "add", content: added.map((line) => `${line}\n`).join("") } };
}

function update(speaker: Speaker, lines: number): Patch {
  const path = speaker.path();
  let hunk = ` ${codeLine(speaker)}\n`;
  let [before, after] = [2, 2];
  for (let count = 0; count < lines; count += 1) {
    const isAdded = speaker.random.chance(0.6);
    hunk += `${isAdded ? "+" : "-"}${codeLine(speaker)}\n`;
    if (isAdded) after += 1;
    else before += 1;
  }
  hunk += ` ${codeLine(speaker)}\n`;
  const from = speaker.random.between(1, 700);
  const input = `*** Begin Patch\n*** Update File: ${path}\n@@\n${hunk}*** End Patch\n`;
  return {
    path,
    input,
    change: { type: "update", diff: `@@ -${from},${before} +${from},${after} @@\n${hunk}` },
  };
}
