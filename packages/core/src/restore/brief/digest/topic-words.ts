/** Words common to all requests, which say nothing about the topic. */
const common = new Set(
  `a about after again all also an and any are as at be been before both but by can could did do does done each every first for from get give
  go good great had has have he her here hi how i if in into is it its just keep let like look make may me more most must my need new next no
  not now of off ok on once one only or other our out over please put really same say see set she should show so some still sure take than
  thank thanks that the their them then there these they this those to too up us use used using very want was way we well were what when
  where which while who why will with would yes yet you your never always dont don't can't won't i'm it's let's instead
  add added allow avoid bug build change changes check code commit create delete describe doc docs document edit error explain file files find
  fix fixed format function github implement install issue lint merge method modify move open pr project push readme changelog refactor
  remove rename repo review run start stop task test tests touch try update version work write`.split(/\s+/),
);

const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Topic words: without common ones, roughly stemmed; character pairs in scripts without spaces. */
export function topicWords(text: string): Set<string> {
  const found = new Set<string>();
  const parted = text.slice(0, 4000).replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2");
  const shortest = isEnglish(text) ? 3 : 5;
  for (const [word] of parted.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) {
    if (ideograph.test(word)) for (let at = 0; at + 1 < word.length; at += 1) found.add(word.slice(at, at + 2));
    else if (word.length >= shortest && !common.has(word)) found.add(stemOf(word));
  }
  return found;
}

function stemOf(word: string): string {
  const stem = word.replace(/(?:ments?|ing|ed|ies|es|s|y)$/, "");
  return stem.length >= 3 ? stem : word;
}

const functionWord =
  /^(?:a|an|the|and|or|but|of|to|in|on|for|with|is|are|was|it|its|this|that|these|be|as|at|by|from|not|do|does|don|you|your|we|i|my|me|please|can|should|so|if|when|how|what|why|add|fix|use|make|all|now|no)$/;

/** Whether enough words are English for our word lists to apply. */
export function isEnglish(text: string): boolean {
  const words = [
    ...text
      .slice(0, 600)
      .toLowerCase()
      .matchAll(/\p{L}+/gu),
  ]
    .slice(0, 60)
    .map(([word]) => word);
  const english = words.filter((word) => functionWord.test(word)).length;
  return words.length > 0 && english / words.length >= 0.15;
}
