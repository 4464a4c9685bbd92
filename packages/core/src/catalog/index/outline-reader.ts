import { SessionError } from "@reprise/model";
import type { Fact } from "../../agents/reading/fact.ts";
import type { AgentSource, Decoded, Position, RolloutRef } from "../../agents/reading/source.ts";
import type { Host } from "../../host/host.ts";
import { type Chain, ChainFinder, type Piece } from "../../transcript/chain.ts";
import { Outliner, type OutlineState } from "../../transcript/outline.ts";
import type { PassageCollector } from "../text/passages.ts";
import { type Fingerprint, FingerprintHost, matchesFingerprint } from "./fingerprint.ts";
import { factsOf, type OutlinedRollout, type ResumePoint } from "./outlined-rollout.ts";

export interface StoredOutline {
  readonly state: OutlineState;
  readonly fingerprint: Fingerprint | null;
  readonly chain: Chain;
}

interface ReadOptions {
  readonly before: StoredOutline | null;
  /** Gets all facts if the whole rollout is read; complete only for a rollout without a base. */
  readonly collector?: PassageCollector | undefined;
  readonly onPart?: ((byteOffset: number) => Promise<unknown>) | undefined;
}

const start: Position = { byteOffset: 0, line: 1, state: "" };

export class OutlineReader {
  readonly #watch: FingerprintHost;
  readonly #plainHost: Host;
  readonly #find: (rolloutId: string) => RolloutRef | null;
  #chains: ChainFinder | null = null;
  /** State after a base, shared by forks of it. */
  readonly #bases = new Map<string, OutlineState>();
  #basesTurnCount = 0;

  constructor(host: Host, find: (rolloutId: string) => RolloutRef | null) {
    this.#plainHost = host;
    this.#watch = new FingerprintHost(host);
    this.#find = find;
  }

  /** Reads only new bytes if the file has merely grown. */
  async read(rollout: RolloutRef, source: AgentSource, options: ReadOptions): Promise<OutlinedRollout> {
    const before = options.before && (await this.#mayGoOn(rollout, options.before)) ? options.before : null;
    this.#watch.watch(rollout.path);
    if (before) {
      const outliner = new Outliner({ state: before.state, piece: before.chain.pieces.length - 1 });
      const chain: Chain = {
        ...before.chain,
        pieces: [...before.chain.pieces.slice(0, -1), { rollout, toByte: null }],
      };
      return this.#follow(rollout, source, { ...options, outliner, chain, before, collector: undefined });
    }
    const outliner = new Outliner();
    const chain: Chain = { pieces: [{ rollout, toByte: null }], missing: null };
    options.collector?.start(null);
    return this.#follow(rollout, source, { ...options, outliner, chain, before: null });
  }

  async #mayGoOn(rollout: RolloutRef, { state, fingerprint }: StoredOutline): Promise<boolean> {
    const { byteOffset } = state.position;
    if (!fingerprint || byteOffset === 0 || rollout.sizeBytes < byteOffset) return false;
    try {
      return await matchesFingerprint(rollout.path, byteOffset, fingerprint, this.#plainHost.files);
    } catch (error) {
      if (error instanceof SessionError) return false;
      throw error;
    }
  }

  async #follow(
    rollout: RolloutRef,
    source: AgentSource,
    work: ReadOptions & { outliner: Outliner; chain: Chain },
  ): Promise<OutlinedRollout> {
    const { before, collector } = work;
    let { outliner } = work;
    const depth = collector ? "full" : "outline";
    let { chain } = work;
    let position = before?.state.position ?? start;
    let beforeTail: ResumePoint["beforeTail"] = null;
    let saved = before?.state ?? null;
    let isFirst = before === null;
    let isUnreadable = false;
    try {
      for await (const decoded of source.decode(rollout, this.#watch.host, {
        depth,
        from: before?.state.position,
      })) {
        // The header was incomplete on the earlier read.
        if (before && isBare(before.state) && tellsBase(decoded))
          return this.read(rollout, source, { ...work, before: null });
        if (isFirst && tellsBase(decoded)) {
          this.#chains ??= new ChainFinder(source, this.#plainHost, this.#find);
          chain = await this.#chains.chainOf(rollout);
          outliner = await this.#afterBases(chain, source);
        }
        if (!isFirst) await work.onPart?.(decoded.position.byteOffset);
        isFirst = false;
        if (decoded.isTail) {
          saved = structuredClone(outliner.save(position));
          beforeTail = {
            facts: factsOf(saved.outline),
            turnStartCount: saved.outline.turnStarts.length,
            lateCount: saved.outline.late.length,
          };
          isUnreadable = decoded.position.byteOffset === 0 && decoded.facts.some(isUnreadableFact);
        }
        position = decoded.position;
        outliner.take(decoded.facts);
        collector?.take(decoded.facts);
      }
    } catch (error) {
      if (!(error instanceof SessionError)) throw error;
      isUnreadable = true;
      outliner.take([unreadable(rollout.path, error.message)]);
    }
    const outline = outliner.result();
    const track = beforeTail && saved ? saved.track : outliner.save(position).track;
    const fingerprint =
      rollout.key === rollout.path && !rollout.path.endsWith(".zst")
        ? this.#watch.fingerprint(position.byteOffset, before?.fingerprint ?? null)
        : null;
    return {
      rollout,
      outline,
      chain,
      resume: { position, track, fingerprint, beforeTail },
      isAnew: before === null,
      isUnreadable,
    };
  }

  /** Reuses bases read for another fork. */
  async #afterBases(chain: Chain, source: AgentSource): Promise<Outliner> {
    const bases = chain.pieces.slice(0, -1);
    const known = bases.findLastIndex((piece) => this.#bases.has(idOf(piece)));
    const last = bases[known];
    const state = (last && this.#bases.get(idOf(last))) ?? null;
    const outliner = new Outliner({ state, piece: Math.max(0, known) });
    if (known !== -1) outliner.nextPiece();
    for (const piece of bases.slice(known + 1)) {
      const options = { depth: "outline", toByte: piece.toByte ?? undefined } as const;
      for await (const { facts } of source.decode(piece.rollout, this.#plainHost, options)) outliner.take(facts);
      this.#keepBase(piece, outliner);
      outliner.nextPiece();
    }
    return outliner;
  }

  #keepBase(piece: Piece, outliner: Outliner): void {
    const { outline, track, position } = outliner.save(start);
    const [turnStarts, late] = [[...outline.turnStarts], [...outline.late]];
    this.#basesTurnCount += turnStarts.length + late.length + 1;
    if (this.#basesTurnCount > mostBaseTurns) {
      this.#bases.clear();
      this.#basesTurnCount = 0;
    }
    this.#bases.set(idOf(piece), { outline: { ...outline, turnStarts, late }, track, position });
  }
}

/** Turn positions dominate the size of a saved state. */
const mostBaseTurns = 500_000;

function idOf({ rollout, toByte }: Piece): string {
  return `${toByte} ${rollout.key}`;
}

function unreadable(file: string, detail: string): Fact {
  return { type: "damage", damage: { file, line: 1, byteOffset: 0, kind: "unreadable", detail } };
}

function isUnreadableFact(fact: Fact): boolean {
  return fact.type === "damage" && fact.damage.kind === "unreadable";
}

/** The base is named before anything else in the file. */
function tellsBase({ facts }: Decoded): boolean {
  for (const fact of facts) {
    if (fact.type === "about" && fact.about.base != null) return true;
    if (fact.type !== "about" && fact.type !== "damage") return false;
  }
  return false;
}

function isBare({ outline }: OutlineState): boolean {
  return outline.itemCount === 0 && outline.turnCount === 0;
}
