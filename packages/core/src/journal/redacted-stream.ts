import type { CompiledPatterns } from "./patterns/compile-patterns.ts";
import { PatternScanner } from "./patterns/pattern-scanner.ts";
import { joinSecrets } from "./secrets/join-secrets.ts";
import type { Secret } from "./secrets/secret.ts";
import { mostHeldBack, SecretStream } from "./secrets/secret-stream.ts";

export { mostHeldBack } from "./secrets/secret-stream.ts";

/** Redacts streamed text however it is split: holds back what is undecided, and keeps no character of a recognised secret. */
export class RedactedStream {
  readonly #patterns: CompiledPatterns | null;
  #finder = new SecretStream();
  #scanner: PatternScanner | null;
  /** Not given out yet. */
  #text = "";
  #givenOut = 0;
  #secrets: readonly Secret[] = [];
  /** What was given out ends with a secret that may continue. */
  #isInSecret = false;

  constructor(patterns: CompiledPatterns | null = null) {
    this.#patterns = patterns;
    this.#scanner = patterns && new PatternScanner(patterns);
  }

  push(piece: string): string {
    this.#text += piece;
    const { to, secrets } = this.#finder.push(piece);
    this.#scanner?.push(piece);
    const bound = this.#givenOut + this.#text.length - mostHeldBack;
    return this.#giveOut(Math.min(to, Math.max(bound, this.#scanner?.decidedTo ?? to)), secrets);
  }

  /** Nothing is held back. */
  get isSettled(): boolean {
    return this.#text === "";
  }

  /** Gives out everything as if the text ended here, and so perhaps the start of a secret. The rest of it is still recognised. */
  flush(): string {
    const { to, secrets } = this.#finder.flush();
    this.#scanner?.settle();
    return this.#giveOut(to, secrets);
  }

  /** The next piece starts another text. */
  end(): string {
    const given = this.flush();
    this.#finder = new SecretStream();
    this.#scanner = this.#patterns && new PatternScanner(this.#patterns);
    this.#givenOut = 0;
    this.#secrets = [];
    this.#isInSecret = false;
    return given;
  }

  #giveOut(to: number, found: readonly Secret[]): string {
    const from = this.#givenOut;
    const secrets = joinSecrets([...this.#secrets, ...found], this.#scanner?.found ?? []);
    let given = "";
    let at = from;
    for (const { start, end, kind } of secrets) {
      if (end <= at || start >= to) continue;
      given += this.#text.slice(at - from, Math.max(at, start) - from);
      // Already labelled when it started.
      if (start >= at || !this.#isInSecret) given += `[redacted ${kind}]`;
      at = Math.min(to, end);
      this.#isInSecret = true;
    }
    if (at < to) this.#isInSecret = false;
    given += this.#text.slice(at - from, to - from);
    this.#text = this.#text.slice(to - from);
    this.#givenOut = to;
    this.#secrets = secrets.filter(({ end }) => end > to);
    this.#scanner?.release(to);
    return given;
  }
}
