import {
  type AgentSource,
  type Decoded,
  type Fact,
  type Host,
  Outliner,
  type Position,
  type RolloutRef,
  turnStateOf,
} from "@reprise/core";

type DecodeOptions = Parameters<AgentSource["decode"]>[2];
type OutlineState = ReturnType<Outliner["save"]>;

export async function decodeAll(
  source: AgentSource,
  rollout: RolloutRef,
  host: Host,
  options: DecodeOptions,
): Promise<Decoded[]> {
  const pieces: Decoded[] = [];
  for await (const piece of source.decode(rollout, host, options)) pieces.push(piece);
  return pieces;
}

export function factsOf(pieces: readonly Decoded[]): Fact[] {
  return pieces.flatMap(({ facts }) => facts);
}

export function damageKinds(pieces: readonly Decoded[]): string[] {
  return factsOf(pieces).flatMap((fact) => (fact.type === "damage" ? [fact.damage.kind] : []));
}

/** Facts about a session may come in larger or smaller portions. */
export function withoutAbout(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ type }) => type !== "about");
}

/** An outline may omit texts, not necessarily each time. */
export function withoutTexts(facts: readonly Fact[]): unknown[] {
  return withoutAbout(facts).map((fact) => (fact.type === "item" ? { ...fact, item: fact.item.kind } : fact));
}

/** Everything a list shows. */
export function folded(pieces: readonly Decoded[]) {
  const outliner = new Outliner();
  for (const { facts } of pieces) outliner.take(facts);
  return resultOf(outliner);
}

/** The same, saved as JSON after the first pieces and continued, as an index does. */
export function foldFrom(first: readonly Decoded[], position: Position, rest: readonly Decoded[]) {
  const before = new Outliner();
  for (const { facts } of first) before.take(facts);
  const after = new Outliner({ state: JSON.parse(JSON.stringify(before.save(position))) as OutlineState });
  for (const { facts } of rest) after.take(facts);
  return resultOf(after);
}

function resultOf(outliner: Outliner) {
  const outline = outliner.result();
  return { ...outline, state: outline.lastTurn && turnStateOf(outline.lastTurn, false) };
}

/** Texts a user would miss, of all lines or all but one. */
export function textsOf(facts: readonly Fact[], { butLine = 0 } = {}): string[] {
  return facts.flatMap((fact) => {
    if (fact.type !== "item" || fact.origin.line === butLine) return [];
    const { item } = fact;
    if (item.kind === "prompt" || item.kind === "reply" || item.kind === "reasoning") return [item.text];
    return (item.kind === "command" || item.kind === "tool") && item.output !== null ? [item.output] : [];
  });
}

/** Returns bytes in small portions, so that even a short file gives many pieces. */
export function inSmallReads(host: Host, mostBytes: number): Host {
  return {
    ...host,
    files: {
      ...host.files,
      open(path, fromByte) {
        const reader = host.files.open(path, fromByte);
        return (
          reader && {
            ...reader,
            read: (into, at) => reader.read(into.subarray(0, Math.min(into.length, at + mostBytes)), at),
          }
        );
      },
    },
  };
}
