import {
  exactLine,
  type Hit,
  hitPlace,
  localTime,
  type Marker,
  partsOf,
  reachWords,
  type SessionId,
  safeLine,
  snippetText,
} from "@reprise/model";
import type { Paint } from "../paint.ts";
import { cut } from "../width.ts";
import { count } from "../words.ts";

interface HitStyle {
  readonly paint: Paint;
  readonly width: number | null;
  /** Finds the words in titles. */
  readonly marker: Marker;
  readonly isEveryWorkspace: boolean;
}

/** More of one session are counted. */
const HITS_SHOWN = 3;

/** Hits as they arrive, grouped by session. */
export function hitTexts(style: HitStyle) {
  const { paint } = style;
  const sessions = new Set<SessionId>();
  let current: string | null = null;
  let [hitCount, shownCount, inSession] = [0, 0, 0];
  const rest = () => {
    const more = inSession - HITS_SHOWN;
    return more > 0 ? `    ${paint("dim", `and ${count(more, "more hit")}`)}\n` : "";
  };
  return {
    /** In the order of their first hit. */
    sessions: (): readonly SessionId[] => [...sessions],
    /** Those with a snippet of their own. */
    shownCount: () => shownCount,
    /** `idOf`: as the person reads it. */
    next(hit: Hit, idOf: (session: SessionId) => string): string {
      const isNext = hit.session !== current;
      sessions.add(hit.session);
      const number = [...sessions].indexOf(hit.session) + 1;
      const head = isNext
        ? `${rest()}${headText(hit, style, { number, id: idOf(hit.session), isFirst: current === null })}`
        : "";
      if (isNext) inSession = 0;
      current = hit.session;
      hitCount += 1;
      inSession += 1;
      if (inSession > HITS_SHOWN) return head;
      shownCount += 1;
      return `${head}${bodyText(hit, style)}`;
    },
    end({ isCut }: { isCut: boolean }): string {
      const scope = style.isEveryWorkspace ? "All sessions" : "This project";
      const more = isCut ? "\nThere are more: raise --limit, or add words.\n" : "\n";
      return `${rest()}\n${count(hitCount, "hit")} in ${count(sessions.size, "session")} · ${scope}${more}`;
    },
  };
}

/** The heading has the title; only a name needs a line of its own. */
function bodyText(hit: Hit, { paint, marker }: HitStyle): string {
  const at = hit.at === null ? "" : ` · ${localTime(hit.at)}`;
  const reach = reachWords(hit) === "" ? "" : ` · ${reachWords(hit)}`;
  const place = `    ${paint("dim", `${hitPlace(hit)}${reach}${at}`)}\n`;
  if (hit.kind === "title" && hit.title.includes(hit.snippet.replace(/^…|…$/g, ""))) return place;
  const lines = snippetText(hit).trim().split("\n");
  return `${place}${lines.map((line) => `      ${marked(line, { paint, marker }, null)}\n`).join("")}`;
}

function headText(
  hit: Hit,
  { paint, width, marker }: HitStyle,
  { number, id, isFirst }: { readonly number: number; readonly id: string; readonly isFirst: boolean },
): string {
  const title = hit.title === "" ? "(no prompt)" : safeLine(hit.title);
  const shown = width === null ? title : cut(title, width);
  const painted = marked(shown, { paint, marker }, "bold");
  const named = width === null ? exactLine(id) : `%${number} · ${exactLine(id)}`;
  return `${isFirst ? "" : "\n"}${painted}\n  ${paint("dim", named)}\n`;
}

function marked(text: string, { paint, marker }: Pick<HitStyle, "paint" | "marker">, tone: "bold" | null): string {
  const found = tone === "bold" ? "yellow" : "bold";
  return partsOf(text, marker(text))
    .map((part) => (part.isMatch ? paint(found, part.text) : tone === null ? part.text : paint(tone, part.text)))
    .join("");
}
