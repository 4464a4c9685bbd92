import type { Hit } from "@reprise/model";
import { exactLine, localTime, safeLine, snippetText, workWords } from "@reprise/model";
import type { Paint } from "../paint.ts";
import { cut } from "../width.ts";
import { count } from "../words.ts";

interface HitStyle {
  readonly paint: Paint;
  readonly width: number | null;
  /** The search words; bold in snippets. */
  readonly words: string;
  readonly isEveryWorkspace: boolean;
}

/** Hits as they arrive, grouped by session. */
export function hitTexts(style: HitStyle) {
  const { paint, width } = style;
  const sessions = new Set<string>();
  const sought = wordPattern(style.words);
  let current: string | null = null;
  let hitCount = 0;
  return {
    hitCount: () => hitCount,
    next(hit: Hit): string {
      const head = hit.session === current ? "" : headText(hit, { paint, width, isFirst: current === null });
      current = hit.session;
      sessions.add(hit.session);
      hitCount += 1;
      const outcome = hit.isWaiting ? ` · ${workWords.waiting}` : "";
      const at = hit.at === null ? "" : ` · ${localTime(hit.at)}`;
      const snippet = snippetText(hit)
        .trim()
        .split("\n")
        .map((line) => `      ${line.replace(sought, (word) => paint("bold", word))}\n`);
      return `${head}    ${paint("dim", `turn ${hit.turn} · ${hit.kind}${outcome}${at}`)}\n${snippet.join("")}`;
    },
    end({ isCut }: { isCut: boolean }): string {
      const scope = style.isEveryWorkspace ? "All sessions" : "This project";
      const more = isCut ? "\nThere are more: raise --limit, or add words.\n" : "\n";
      return `\n${count(hitCount, "hit")} in ${count(sessions.size, "session")} · ${scope}${more}`;
    },
  };
}

function headText(hit: Hit, style: Pick<HitStyle, "paint" | "width"> & { isFirst: boolean }): string {
  const title = hit.title === "" ? "(no prompt)" : safeLine(hit.title);
  const shown = style.width === null ? title : cut(title, style.width);
  return `${style.isFirst ? "" : "\n"}${style.paint("bold", shown)}\n  ${style.paint("dim", exactLine(hit.session))}\n`;
}

function wordPattern(text: string): RegExp {
  const words = text
    .split(/[\s"]+/)
    .filter((word) => word !== "")
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(words.join("|") || "(?!)", "giu");
}
