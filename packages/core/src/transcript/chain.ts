import type { AgentSource, RolloutRef } from "../agents/reading/source.ts";
import type { Host } from "../host/host.ts";

/** A rollout or a prefix of one, as part of a session. */
export interface Piece {
  readonly rollout: RolloutRef;
  /** Null: to its end. */
  readonly toByte: number | null;
}

/** Files of a session in reading order; the agent appends to the last. */
export interface Chain {
  readonly pieces: readonly Piece[];
  /** A base that is missing, or left out because the chain is too long. */
  readonly missing: {
    readonly rolloutId: string;
    readonly neededBy: string;
    readonly isTooFar: boolean;
  } | null;
}

/** Longer chains are split into sessions of this many files: otherwise every fork of a fork would be read and stored again. */
export const mostPieces = 100;

/** Follows the bases back to the first file. `find` looks up a rollout id in the same home. */
export function chainOf(
  rollout: RolloutRef,
  source: AgentSource,
  host: Host,
  find: (rolloutId: string) => RolloutRef | null,
): Promise<Chain> {
  return new ChainFinder(source, host, find).chainOf(rollout);
}

interface Link {
  readonly rollout: RolloutRef;
  readonly base: { readonly rolloutId: string; readonly endByte: number | null } | null;
  readonly next: RolloutRef | null;
}

/** Each base is read once for many rollouts. */
export class ChainFinder {
  readonly #source: AgentSource;
  readonly #host: Host;
  readonly #find: (rolloutId: string) => RolloutRef | null;
  readonly #links = new Map<string, Link>();
  /** Number of files each rollout continues. */
  readonly #depths = new Map<string, number>();

  constructor(source: AgentSource, host: Host, find: (rolloutId: string) => RolloutRef | null) {
    this.#source = source;
    this.#host = host;
    this.#find = find;
  }

  async chainOf(rollout: RolloutRef): Promise<Chain> {
    const last = await this.#linkOf(rollout);
    const depth = await this.#depthOf(last);
    const links = [last];
    let link = last;
    for (let left = depth % mostPieces; left > 0 && link.next; left -= 1) {
      link = await this.#linkOf(link.next);
      links.push(link);
    }
    const { base, next } = link;
    if (!base) return { pieces: piecesOf(links), missing: null };
    const isTooFar = next !== null && depth >= mostPieces;
    const missing = { rolloutId: base.rolloutId, neededBy: link.rollout.path, isTooFar };
    return { pieces: piecesOf(links), missing };
  }

  async #depthOf(last: Link): Promise<number> {
    const walked: Link[] = [];
    const places = new Map<string, number>();
    let depth = -1;
    for (let link: Link | null = last; link; ) {
      const { key } = link.rollout;
      const known = this.#depths.get(key);
      if (known !== undefined) {
        depth = known;
        break;
      }
      const place = places.get(key);
      if (place !== undefined) {
        // In a cycle each file is a session of its own.
        for (const { rollout } of walked.splice(place)) this.#depths.set(rollout.key, 0);
        depth = 0;
        break;
      }
      places.set(key, walked.length);
      walked.push(link);
      link = link.next && (await this.#linkOf(link.next));
    }
    for (const { rollout } of walked.reverse()) {
      depth += 1;
      this.#depths.set(rollout.key, depth);
    }
    return this.#depths.get(last.rollout.key) ?? 0;
  }

  async #linkOf(rollout: RolloutRef): Promise<Link> {
    let link = this.#links.get(rollout.key);
    if (!link) {
      const base = await baseOf(rollout, this.#source, this.#host);
      link = { rollout, base, next: base && this.#find(base.rolloutId) };
      this.#links.set(rollout.key, link);
    }
    return link;
  }
}

/** Each piece ends where the next one continues it. */
function piecesOf(links: readonly Link[]): Piece[] {
  return links
    .map(({ rollout }, index): Piece => ({ rollout, toByte: links[index - 1]?.base?.endByte ?? null }))
    .reverse();
}

async function baseOf(rollout: RolloutRef, source: AgentSource, host: Host) {
  for await (const { facts } of source.decode(rollout, host, { depth: "outline" })) {
    for (const fact of facts) if (fact.type === "about" && fact.about.base) return fact.about.base;
    return null;
  }
  return null;
}

export function missingDetail({ rolloutId, isTooFar }: NonNullable<Chain["missing"]>): string {
  return isTooFar
    ? `it continues ${rolloutId}, after ${mostPieces} other files and more: the earlier part is shown in that session`
    : `it continues ${rolloutId}, which is missing: the earlier part cannot be shown`;
}
