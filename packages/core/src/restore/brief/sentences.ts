/** A prompt longer than this is mostly pasted. */
const mostRead = 24_000;
const longest = 400;

const bullet = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
/** Code, logs and quotes: not the person's own words. */
const pasted =
  /[{};]\s*$|=>|^\s*(?:>|at |File "|\||\+\+\+|---|@@)|^\s*\[?\d{4}-\d\d-\d\d[T ]|^\s*\w*(?:Error|Exception)\b/;

interface Sentence {
  readonly text: string;
  /** It is an entry of a list under a heading such as "Rules:". */
  readonly isRule: boolean;
}

/** What the person wrote, sentence by sentence, without what was pasted. */
export function sentencesOf(prompt: string): Sentence[] {
  const sentences: Sentence[] = [];
  let [isFenced, isList] = [false, false];
  let open = "";
  const close = (isRule: boolean) => {
    for (const text of parted(open)) sentences.push({ text, isRule });
    open = "";
  };
  for (const line of prompt.slice(0, mostRead).split("\n")) {
    const isFence = /^\s*(?:```|~~~)/.test(line);
    if (isFence) isFenced = !isFenced;
    if (isFence || isFenced || pasted.test(line) || line.trim() === "") {
      close(isList);
      if (line.trim() !== "") isList = false;
      continue;
    }
    const marker = bullet.exec(line);
    const isContinued = !marker && open !== "" && !/[.!?:。！？]\s*$/.test(open) && /^\s*\p{Ll}/u.test(line);
    if (isContinued) {
      open += ` ${line.trim()}`;
      continue;
    }
    close(isList);
    if (!marker) isList = headsRules.test(line);
    open = line.slice(marker?.[0].length ?? 0).trim();
    if (marker === null && isList) open = "";
  }
  close(isList);
  return sentences.filter(({ text }) => text.length <= longest);
}

const headsRules =
  /^\s*#*\s*(?:\S+\s){0,3}(?:rules|constraints|conventions|guidelines|requirements|regeln|vorgaben|règles|reglas|规则|要求|ルール)\s*[:：]?\s*$/i;

function parted(text: string): string[] {
  return text
    .split(/(?<=[.!?])\s+|(?<=[。！？])/)
    .map((part) => part.trim())
    .filter((part) => part !== "");
}
