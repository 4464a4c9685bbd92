/** One file among those of a thread. */
export interface Member {
  readonly id: number;
  readonly key: string;
  readonly rolloutId: string | null;
  readonly isArchived: boolean;
  readonly hasTurns: boolean;
  readonly updatedAt: string;
  /** What it continues. */
  readonly bases: readonly string[];
}

type Role = "main" | "segment" | "copy";

/**
 * Which file of a thread is the one the agent appends to, which are earlier parts, which are copies.
 * Of several files of one rollout, and then of several rollouts, the first stands that is not archived, not continued
 * by another, holds turns, is not compressed, and is the newest; the path decides what is left.
 */
export function rolesOf(members: readonly Member[]): ReadonlyMap<number, Role> {
  const continued = new Set(members.flatMap(({ bases }) => bases));
  const firstOf = new Map<string, Member>();
  for (const member of members.toSorted(byPreference)) {
    const rollout = member.rolloutId ?? member.key;
    if (!firstOf.has(rollout)) firstOf.set(rollout, member);
  }
  const firsts = new Set(firstOf.values());
  const isContinued = (member: Member) => member.rolloutId !== null && continued.has(member.rolloutId);
  const [main] = [...firsts].sort(
    (a, b) =>
      Number(a.isArchived) - Number(b.isArchived) ||
      Number(isContinued(a)) - Number(isContinued(b)) ||
      byPreference(a, b),
  );
  return new Map(members.map((member) => [member.id, roleOf(member)]));

  function roleOf(member: Member): Role {
    if (member === main) return "main";
    if (!firsts.has(member)) return "copy";
    return isContinued(member) || member.bases.length > 0 ? "segment" : "copy";
  }
}

function byPreference(a: Member, b: Member): number {
  return (
    Number(a.isArchived) - Number(b.isArchived) ||
    Number(b.hasTurns) - Number(a.hasTurns) ||
    Number(a.key.endsWith(".zst")) - Number(b.key.endsWith(".zst")) ||
    (a.updatedAt < b.updatedAt ? 1 : a.updatedAt > b.updatedAt ? -1 : 0) ||
    (a.key < b.key ? -1 : 1)
  );
}
