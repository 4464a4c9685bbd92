import { type Positioned, Rewindable } from "./rewindable.ts";

/** A standing demand of the user, verbatim. */
export interface Constraint extends Positioned {
  readonly turn: number;
  readonly sentence: string;
  /** The part of the sentence that states it. */
  readonly clause: string;
  /** Says never, don't, always or similar; otherwise it states a requirement. */
  readonly isOrder: boolean;
  readonly revoked: { readonly turn: number; readonly sentence: string } | null;
}

interface Revocation extends Positioned {
  readonly turn: number;
  readonly sentence: string;
  readonly of: string;
}

const most = 60;

/** A session's standing constraints; can be rewound. */
export class Constraints {
  readonly #said = new Rewindable<Constraint>(most);
  readonly #revocations = new Rewindable<Revocation>(most);

  /** Returns the rest of the prompt: sentences without a standing demand. */
  take(prompt: string, at: Positioned & { readonly turn: number }): string {
    const rest: string[] = [];
    for (const { text, isRule } of sentencesOf(prompt)) {
      const found = isRule ? { clause: text, isOrder: false } : constraintIn(text);
      if (isPermission(text)) this.#revoke(text, at, (words) => isAbout(text, words));
      if (found === null || found.clause !== text) rest.push(text);
      if (found === null) continue;
      if (isAboutLanguage(text)) this.#revoke(text, at, isAboutLanguage);
      const key = keyOf(found.clause);
      if (this.#said.rows.some((row) => keyOf(row.clause) === key && !this.#revocationOf(row))) continue;
      this.#said.push({ ...at, sentence: text, ...found, revoked: null });
    }
    return rest.join(" ");
  }

  /** Takes constraints from the brief of an earlier session. */
  adopt(clauses: readonly string[], at: Positioned & { readonly turn: number }): void {
    for (const clause of clauses) this.#said.push({ ...at, sentence: clause, clause, isOrder: true, revoked: null });
  }

  #revoke(sentence: string, at: Positioned & { readonly turn: number }, isMeant: (words: string) => boolean): void {
    for (const row of this.#said.rows) {
      if (row.place < at.place && !this.#revocationOf(row) && isMeant(row.clause))
        this.#revocations.push({ ...at, sentence, of: keyOf(row.clause) });
    }
  }

  #revocationOf({ clause, place }: Constraint): Revocation | undefined {
    return this.#revocations.rows.findLast((row) => row.of === keyOf(clause) && row.place > place);
  }

  takeBack(from: number): void {
    this.#said.takeBack(from);
    this.#revocations.takeBack(from);
  }

  /** In the order given. */
  list(): Constraint[] {
    return this.#said.kept().map((row) => ({ ...row, revoked: this.#revocationOf(row) ?? null }));
  }
}

function keyOf(clause: string): string {
  return clause
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Words that permissions and prohibitions share whatever their topic. */
const generic = new Set(
  `a about after again all allowed also always an and any anymore are as at avoid be before but by can change do don done edit every feel fine
  for free from go ahead how if in into is it keep longer make may me modify more must my need never no not now of off ok okay on only or our
  out please run say so stop sure that the then there this to too touch up use using want we when with without write you your add`.split(
    /\s+/,
  ),
);

function objectsOf(text: string): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => word.length > 1 && !generic.has(word)));
}

/** Whether a permission names the topic of a constraint. */
function isAbout(permission: string, constraint: string): boolean {
  const [named, objects] = [objectsOf(permission), objectsOf(constraint)];
  const shared = [...objects].filter((word) => named.has(word)).length;
  return shared > 0 && shared >= Math.ceil(Math.min(objects.size, 4) / 2);
}

/** Words before an order that do not change it. */
const leadIn =
  /^(?:(?:please|and|but|also|so|then|ok|okay|well|hey|hi|important|note|remember|rule|ps|btw|again|finally|additionally|yes|sure|bitte|und|aber)[,:!]?\s+|no,\s+)+/i;

const order =
  /^(?:never\s(?!mind\b)|(?:do not|don['’]?t)\s(?!worry|bother|know|think|understand|see|get|remember|care|mind|have|need|hesitate|you|we|they|i\b)|always\s|avoid\s|keep\s(?!going|on\b|it up|working|trying|me\b|at it)|only\s(?:use|in|touch|change|edit|modify|work|run|add|write|on|for|with|from|if|when|after|files)\b|(?:use|touch|change|edit|write|work|run)\sonly\b|stick\s(?:to|with)\s|make sure\b|be sure\b|ensure\b|be careful\b|leave\s.{1,80}\b(?:alone|untouched|as is|as it is|as they are)\b|stay\s(?:within|in|on|out of|away|below|under)\s|prefer\s|ask\s(?:me\s)?(?:before|first)\b|no\s(?:new|extra|additional|other|external|third[- ]party|further)\s|nothing\s(?:else|outside)\b|hands off\b|without\s(?:touching|changing|modifying|breaking|using|adding|editing|renaming|installing|running|removing|deleting)\b)/i;

const rule =
  /^(?:(?:you|we)\s(?:must|may not|should(?:n['’]?t| not| never| always| only)|shall not|cannot|can['’]?t|never|always|do not use|don['’]?t use|only use)\b|.{1,80}?\s(?:must(?: not|n['’]?t)?|should (?:not|never|always|stay|remain|keep)|shouldn['’]?t|(?:has|have|needs?) to (?:stay|remain|keep))\s|.{1,80}?\s(?:is|are)\s(?:off[- ]limits|not allowed|forbidden)\b|i\s(?:do not|don['’]?t|never)\swant\b|i\swant\s(?:you to\s)?(?:always|never|only)\b)/i;

const standing = /\bfrom now on\b|\bfor the rest of (?:the|this) session\b|\bas a rule\b|\bab jetzt\b/i;

const language =
  /\b(?:answer|reply|respond|write|speak|talk|explain|antworte|schreib\w*|réponds|répondez|responde|responda|rispondi)\b.{0,40}\b(?:in|auf|en|em)\s\p{Lu}?\p{L}+(?:ish|man|nch|ese|ian|sch|ol|ais|ñol|ês|lish|ndarin)\b/iu;

/** A few words of other languages; the rest are not recognised. */
const elsewhere =
  /^(?:nie(?:mals)?\s|immer\s|keine?[nmrs]?\s|nur\s|(?:verwende|benutze|nutze|ändere|füge|fasse?|lösche)\s.{0,60}\b(?:nie|nicht|nichts|nur|keine?[nmrs]?)\b|lass\s.{1,60}\b(?:in Ruhe|unverändert)\b|jamais\s|toujours\s|ne\s.{1,30}\s(?:pas|jamais)\b|n['’].{1,30}\s(?:pas|jamais)\b|évite|garde\s|uniquement\s|nunca\s|siempre\s|no\s(?:uses|toques|cambies|modifiques|agregues|añadas|ejecutes|borres)\b|evita\s|mantén\s|não\s(?:use|toque|mude|altere|adicione)\b|sempre\s|non\s(?:usare|toccare|modificare|cambiare|aggiungere)\b|никогда\s|всегда\s|не\s(?:используй|трогай|меняй|изменяй|добавляй)|только\s)/iu;
const ideographic =
  /不要|不得|不能|禁止|必须|务必|一定要|切勿|请勿|只能|始终|用中文|用英文|しないで|禁止|必ず|絶対に|常に|日本語で|하지 마|반드시|항상/;

interface FoundConstraint {
  readonly clause: string;
  /** Says never, don't, always or similar; otherwise it states a requirement. */
  readonly isOrder: boolean;
}

const ordered = (clause: string): FoundConstraint => ({ clause, isOrder: true });

/** The part of a sentence that applies from then on, verbatim; null if none. */
function constraintIn(sentence: string): FoundConstraint | null {
  const bare = sentence.replace(leadIn, "");
  if (/\?\s*$/.test(bare) && !/^(?:can|could|would|will)\syou\b/i.test(bare)) return null;
  if (standing.test(bare) || language.test(bare) || ideographic.test(bare)) return ordered(sentence);
  if (isPermission(bare)) return clauseIn(sentence);
  if (order.test(bare) || elsewhere.test(bare)) return ordered(sentence);
  return rule.test(bare) ? { clause: sentence, isOrder: false } : clauseIn(sentence);
}

/** For "fix it, but don't touch X": the part from the order on. */
function clauseIn(sentence: string): FoundConstraint | null {
  for (const { index, 0: mark } of sentence.matchAll(/[,;:—–]\s+|\s+(?=(?:and|but|without|und|aber)\s)/g)) {
    const clause = sentence.slice(index + mark.length);
    const bare = clause.replace(leadIn, "");
    if (order.test(bare) || elsewhere.test(bare)) return ordered(bare);
  }
  return null;
}

function isAboutLanguage(text: string): boolean {
  return language.test(text) || /用中文|用英文|日本語で/.test(text);
}

const permission =
  /\b(?:you (?:may|can)\b|(?:it|that)(?:['’]s| is) (?:ok|okay|fine|alright|allowed)\b|feel free to\b|go ahead\b|no longer\b|any ?more\b|no need to\b|(?:don['’]?t|do not) (?:have|need) to\b|(?:is|are) (?:now )?(?:allowed|fine|ok)\b|ignore what i said\b|forget (?:what i said|the rule|about)\b|never mind (?:the|about|what)\b|du darfst\b|darfst du\b|ihr dürft\b|nicht mehr nötig\b)|可以(?:使用|修改|用)|不再需要/i;

/** Whether a sentence allows something, so it may revoke a constraint. */
function isPermission(sentence: string): boolean {
  return permission.test(sentence);
}

/** A longer prompt is mostly pasted text. */
const mostRead = 24_000;
const longest = 400;

const bullet = /^\s*(?:[-*•]|\d{1,3}[.)])\s+/;
/** Code, logs and quotes: not the user's own words. */
const pasted =
  /[{};]\s*$|=>|^\s*(?:>|at |File "|\||\+\+\+|---|@@)|^\s*\[?\d{4}-\d\d-\d\d[T ]|^\s*\w*(?:Error|Exception)\b/;

interface Sentence {
  readonly text: string;
  /** An entry of a list under a heading such as "Rules:". */
  readonly isRule: boolean;
}

/** The user's own sentences, without pasted text. */
function sentencesOf(prompt: string): Sentence[] {
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
