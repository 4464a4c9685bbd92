import { type Foreign, isForeign, textOf } from "../foreign.ts";

/** A granular policy includes all its parts, so that different ones never look alike. */
export function policyWord(policy: unknown): string | null {
  if (!isForeign(policy)) return textOf(policy);
  const [name] = Object.keys(policy);
  if (name === undefined) return null;
  const parts = policy[name];
  return `${name}(${isForeign(parts) ? partsOf(parts) : JSON.stringify(parts)})`;
}

/** False and absent are equal. */
function partsOf(parts: Foreign): string {
  return Object.entries(parts)
    .filter(([, value]) => value !== false)
    .map(([part, value]) => (value === true ? part : `${part}=${JSON.stringify(value)}`))
    .sort()
    .join(", ");
}

export function isGranular(policy: string): boolean {
  return policy.startsWith("granular");
}
