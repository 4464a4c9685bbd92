export interface Member {
  readonly id: number;
  readonly key: string;
  readonly rolloutId: string | null;
  readonly isArchived: boolean;
  readonly hasTurns: boolean;
  readonly updatedAt: string;
  readonly bases: readonly string[];
}

type Role = "main" | "segment" | "copy";

/** Main file, earlier parts and copies of a thread. Prefers files that are not archived, not continued, have turns, are not compressed, and are newest; then by path. */
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
