import { Random } from "./random.ts";

const everyday =
  `the a to of in is and for it that this with on as be not are from when if we an by can has at or was should have
  but its only more than into after before then also every there same where which new one two no all out so other
  file test error line code value type check read write call change build state time name path list add run use
  function return module command output input session request response server client table field index number
  update remove move rename parse store load save open close start stop wait retry limit timeout cache queue stream
  buffer byte string object array record result failure message thread worker process signal lock branch commit merge
  release version config option flag default empty missing unknown valid invalid first last next previous current old
  slow fast large small whole part end begin middle left right user account token schema column query route page view
  button label colour layout style theme window screen border margin width height layer render paint scroll focus
  click press hover cursor selection menu dialog panel toolbar sidebar header footer badge icon image font glyph
  invoice payment order price amount currency tax total balance ledger entry journal audit report export import
  customer supplier product stock warehouse shipment address country region city street postcode phone mail
  schedule calendar event reminder holiday week month year hour minute second zone offset clock date interval
  compile link bundle package dependency registry mirror manifest lockfile toolchain target platform runtime
  network socket packet header proxy gateway cluster node replica shard leader follower quorum snapshot backup
  restore migrate rollback deploy monitor alert metric trace span sample histogram percentile latency throughput`
    .trim()
    .split(/\s+/);

const onsets =
  "b bl br c ch cl cr d dr f fl fr g gl gr h j k kl l m n p pl pr qu r s sc sh sl sp st str t th tr v w z".split(" ");
const vowels = "a e i o u ai ea ee ia ie oa oo ou ue".split(" ");
const codas = "  b ck d ft g l ld ll lt m mp n nd ng nk nt p r rd rk rm rn rt s sk ss st t x".split(" ");
const endings = "  ed en er ing ion ity less ly ment ness or ous s".split(" ");

const wordCount = 24_000;
const tableSize = 1 << 16;

/** The common words first, then made-up ones; of a text, each is as frequent as its rank says (Zipf). */
export const vocabulary: readonly string[] = makeWords();
const ranked: readonly string[] = makeTable();
const names = vocabulary.filter((word) => word.length >= 4 && word.length <= 9).slice(0, 4000);

export function word(random: Random): string {
  return ranked[random.bits() >>> 16] as string;
}

/** `words` camelCase words as one name; most names of a program are seen in few places. */
export function camelName(random: Random, words: number): string {
  let name = random.pick(names);
  for (let count = 1; count < words; count += 1) name += capital(random.pick(names));
  return name;
}

export function nameWord(random: Random): string {
  return random.pick(names);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function makeWords(): string[] {
  const random = new Random(7, 1);
  const words = new Set(everyday);
  while (words.size < wordCount) {
    const syllables = random.between(1, 3);
    let made = "";
    for (let count = 0; count < syllables; count += 1) {
      made += random.pick(onsets) + random.pick(vowels) + (count === syllables - 1 ? random.pick(codas) : "");
    }
    if (made.length > 2) words.add(made + random.pick(endings));
  }
  return [...words];
}

function makeTable(): string[] {
  const scale = Math.log(vocabulary.length);
  return Array.from({ length: tableSize }, (_, index) => {
    const rank = Math.floor(Math.exp(((index + 0.5) / tableSize) * scale)) - 1;
    return vocabulary[Math.min(rank, vocabulary.length - 1)] as string;
  });
}
