/** Words before an order that change nothing about it. */
const leadIn =
  /^(?:(?:please|and|but|also|so|then|ok|okay|well|hey|hi|important|note|remember|rule|ps|btw|again|finally|additionally|yes|sure|bitte|und|aber)[,:!]?\s+|no,\s+)+/i;

const order =
  /^(?:never\s(?!mind\b)|(?:do not|don['’]?t)\s(?!worry|bother|know|think|understand|see|get|remember|care|mind|have|need|hesitate|you|we|they|i\b)|always\s|avoid\s|keep\s(?!going|on\b|it up|working|trying|me\b|at it)|only\s(?:use|in|touch|change|edit|modify|work|run|add|write|on|for|with|from|if|when|after|files)\b|(?:use|touch|change|edit|write|work|run)\sonly\b|stick\s(?:to|with)\s|make sure\b|be sure\b|ensure\b|be careful\b|leave\s.{1,80}\b(?:alone|untouched|as is|as it is|as they are)\b|stay\s(?:within|in|on|out of|away|below|under)\s|prefer\s|ask\s(?:me\s)?(?:before|first)\b|no\s(?:new|extra|additional|other|external|third[- ]party|further)\s|nothing\s(?:else|outside)\b|hands off\b|without\s(?:touching|changing|modifying|breaking|using|adding|editing|renaming|installing|running|removing|deleting)\b)/i;

const rule =
  /^(?:(?:you|we)\s(?:must|may not|should(?:n['’]?t| not| never| always| only)|shall not|cannot|can['’]?t|never|always|do not use|don['’]?t use|only use)\b|.{1,80}?\s(?:must(?: not|n['’]?t)?|should (?:not|never|always|stay|remain|keep)|shouldn['’]?t|(?:has|have|needs?) to (?:stay|remain|keep))\s|.{1,80}?\s(?:is|are)\s(?:off[- ]limits|not allowed|forbidden)\b|i\s(?:do not|don['’]?t|never)\swant\b|i\swant\s(?:you to\s)?(?:always|never|only)\b)/i;

const standing = /\bfrom now on\b|\bfor the rest of (?:the|this) session\b|\bas a rule\b|\bab jetzt\b/i;

const language =
  /\b(?:answer|reply|respond|write|speak|talk|explain|antworte|schreib\w*|réponds|répondez|responde|responda|rispondi)\b.{0,40}\b(?:in|auf|en|em)\s\p{Lu}?\p{L}+(?:ish|man|nch|ese|ian|sch|ol|ais|ñol|ês|lish|ndarin)\b/iu;

/** A few words of other languages; others are not recognised. */
const elsewhere =
  /^(?:nie(?:mals)?\s|immer\s|keine?[nmrs]?\s|nur\s|(?:verwende|benutze|nutze|ändere|füge|fasse?|lösche)\s.{0,60}\b(?:nie|nicht|nichts|nur|keine?[nmrs]?)\b|lass\s.{1,60}\b(?:in Ruhe|unverändert)\b|jamais\s|toujours\s|ne\s.{1,30}\s(?:pas|jamais)\b|n['’].{1,30}\s(?:pas|jamais)\b|évite|garde\s|uniquement\s|nunca\s|siempre\s|no\s(?:uses|toques|cambies|modifiques|agregues|añadas|ejecutes|borres)\b|evita\s|mantén\s|não\s(?:use|toque|mude|altere|adicione)\b|sempre\s|non\s(?:usare|toccare|modificare|cambiare|aggiungere)\b|никогда\s|всегда\s|не\s(?:используй|трогай|меняй|изменяй|добавляй)|только\s)/iu;
const ideographic =
  /不要|不得|不能|禁止|必须|务必|一定要|切勿|请勿|只能|始终|用中文|用英文|しないで|禁止|必ず|絶対に|常に|日本語で|하지 마|반드시|항상/;

interface FoundConstraint {
  readonly clause: string;
  /** It says never, don't, always and the like; otherwise it states how something must be. */
  readonly isOrder: boolean;
}

const ordered = (clause: string): FoundConstraint => ({ clause, isOrder: true });

/** The part of a sentence that is to hold from then on, verbatim; null when there is none. */
export function constraintIn(sentence: string): FoundConstraint | null {
  const bare = sentence.replace(leadIn, "");
  if (/\?\s*$/.test(bare) && !/^(?:can|could|would|will)\syou\b/i.test(bare)) return null;
  if (standing.test(bare) || language.test(bare) || ideographic.test(bare)) return ordered(sentence);
  if (isPermission(bare)) return clauseIn(sentence);
  if (order.test(bare) || elsewhere.test(bare)) return ordered(sentence);
  return rule.test(bare) ? { clause: sentence, isOrder: false } : clauseIn(sentence);
}

/** Such as "fix it, but don't touch X": from the order on. */
function clauseIn(sentence: string): FoundConstraint | null {
  for (const { index, 0: mark } of sentence.matchAll(/[,;:—–]\s+|\s+(?=(?:and|but|without|und|aber)\s)/g)) {
    const clause = sentence.slice(index + mark.length);
    const bare = clause.replace(leadIn, "");
    if (order.test(bare) || elsewhere.test(bare)) return ordered(bare);
  }
  return null;
}

export function isAboutLanguage(text: string): boolean {
  return language.test(text) || /用中文|用英文|日本語で/.test(text);
}

const permission =
  /\b(?:you (?:may|can)\b|(?:it|that)(?:['’]s| is) (?:ok|okay|fine|alright|allowed)\b|feel free to\b|go ahead\b|no longer\b|any ?more\b|no need to\b|(?:don['’]?t|do not) (?:have|need) to\b|(?:is|are) (?:now )?(?:allowed|fine|ok)\b|ignore what i said\b|forget (?:what i said|the rule|about)\b|never mind (?:the|about|what)\b|du darfst\b|darfst du\b|ihr dürft\b|nicht mehr nötig\b)|可以(?:使用|修改|用)|不再需要/i;

/** Whether a sentence allows something, so that it may take a constraint back. */
export function isPermission(sentence: string): boolean {
  return permission.test(sentence);
}
