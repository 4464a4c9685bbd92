import { modeLabels, modeWords, type RestoreMode } from "@reprise/model";
import type { IconName } from "../design/icon.tsx";
import type { Kind } from "./request.ts";

interface KindWords {
  readonly kind: Kind;
  readonly label: string;
  readonly words: string;
  readonly icon: IconName;
}

const mode = (kind: RestoreMode, icon: IconName): KindWords => {
  return { kind, label: modeLabels[kind], words: modeWords[kind], icon };
};

/** From the one that keeps most to the one that keeps least. */
export const kinds: readonly KindWords[] = [
  mode("resume", "play"),
  mode("fork", "fork"),
  mode("replay", "refresh"),
  {
    kind: "repair",
    label: "Repair",
    icon: "tool",
    words: "continues in a new thread without what makes the session fail; the session stays as it is",
  },
  mode("handoff", "note"),
];

export function labelOfKind(kind: Kind): string {
  return kinds.find((one) => one.kind === kind)?.label ?? kind;
}
