import { parse } from "smol-toml";

/** A value in a TOML text, by the place it has there. */
export interface TomlEntry {
  /** Full path of its key. */
  readonly path: readonly string[];
  /** Of the header it stands under; -1 before the first. */
  readonly section: number;
  /** Of the whole key, which may be dotted. */
  readonly keyStart: number;
  readonly valueStart: number;
  readonly valueEnd: number;
}

export interface TomlSection {
  readonly path: readonly string[];
  readonly isArray: boolean;
  readonly start: number;
  /** After the closing bracket. */
  readonly end: number;
}

/** Where everything is in a text that is known to be valid TOML. Values in arrays are not listed. */
export function tomlEntries(text: string): {
  entries: readonly TomlEntry[];
  sections: readonly TomlSection[];
} {
  return new Scanner(text).scan();
}

const blanks = /[ \t]*/y;
const blanksAndComments = /(?:[ \t\r\n]|#[^\n]*)*/y;
const bareKey = /[A-Za-z0-9_-]+/y;
const strings = [
  /"""(?:\\[\s\S]|[^\\])*?"{3,5}(?!")/y,
  /'''[\s\S]*?'{3,5}(?!')/y,
  /"(?:\\.|[^"\\\n])*"/y,
  /'[^'\n]*'/y,
];
const bareValue = /[^,\]}#\r\n]*[^,\]}#\s]/y;

class Scanner {
  readonly #text: string;
  readonly #entries: TomlEntry[] = [];
  readonly #sections: TomlSection[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  scan() {
    let prefix: readonly string[] = [];
    for (this.#skip(blanksAndComments); this.#at < this.#text.length; this.#skip(blanksAndComments)) {
      if (this.#text[this.#at] === "[") prefix = this.#header();
      else this.#entry(prefix, this.#entries);
    }
    return { entries: this.#entries, sections: this.#sections };
  }

  #header(): readonly string[] {
    const start = this.#at;
    const isArray = this.#text[start + 1] === "[";
    this.#at += isArray ? 2 : 1;
    const path = this.#key();
    this.#at += isArray ? 2 : 1;
    this.#sections.push({ path, isArray, start, end: this.#at });
    return path;
  }

  #entry(prefix: readonly string[], entries: TomlEntry[]): void {
    const keyStart = this.#at;
    const path = [...prefix, ...this.#key()];
    this.#at += 1; // the sign
    this.#skip(blanks);
    const valueStart = this.#at;
    const section = this.#sections.length - 1;
    const place = entries.length;
    this.#value(path, entries);
    entries.splice(place, 0, { path, section, keyStart, valueStart, valueEnd: this.#at });
  }

  #key(): readonly string[] {
    const path: string[] = [];
    do {
      if (this.#text[this.#at] === ".") this.#at += 1;
      this.#skip(blanks);
      const start = this.#at;
      if (!this.#skip(bareKey)) this.#string();
      path.push(keyIn(this.#text.slice(start, this.#at)));
      this.#skip(blanks);
    } while (this.#text[this.#at] === ".");
    return path;
  }

  #value(path: readonly string[], entries: TomlEntry[]): void {
    const first = this.#text[this.#at];
    if (first === "[") this.#list("]", () => this.#value([], []));
    else if (first === "{") this.#list("}", () => this.#entry(path, entries));
    else if (!this.#string()) this.#skip(bareValue);
  }

  #list(close: string, part: () => void): void {
    this.#at += 1;
    for (;;) {
      this.#skip(blanksAndComments);
      const next = this.#text[this.#at];
      if (next === undefined) return;
      if (next === close || next === ",") this.#at += 1;
      else part();
      if (next === close) return;
    }
  }

  #string(): boolean {
    return strings.some((string) => this.#skip(string));
  }

  /** False if nothing was skipped. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const isThere = pattern.test(this.#text) && pattern.lastIndex > this.#at;
    if (isThere) this.#at = pattern.lastIndex;
    return isThere;
  }
}

function keyIn(text: string): string {
  return /^["']/.test(text) ? String(parse(`key = ${text}`).key) : text;
}
