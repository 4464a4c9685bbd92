import type { Host } from "@reprise/core";
import { labelStrength } from "@reprise/core/parts";
import { redactSecrets } from "@reprise/core/redact";

/** Names of variables that are passed on although they hold secrets, with commas between. */
const passedOn = "REPRISE_CHAT_ENV";

/** Words that label a secret, or the way to one, in the name of a variable: not in prose, where they are ordinary. */
const secretWords = new Set(
  (
    "auth oauth authorization authentication bearer cookie cookies dsn headers keytab mfa otp passcode passphrase passwd " +
    "password pin secret secrets totp"
  ).split(" "),
);

function isSecretName(name: string): boolean {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return labelStrength(name) !== null || words.some((word) => secretWords.has(word));
}

/**
 * The person's environment for an agent that takes messages from a program: a sender can have it print its variables.
 * Without secrets, by name or by value, and without the variables of Reprise.
 */
export function environmentOf(env: Host["env"]): Host["env"] {
  const kept = new Set((env[passedOn] ?? "").split(",").map((name) => name.trim()));
  const isFree = (name: string, value: string) =>
    kept.has(name) || (!name.startsWith("REPRISE_") && !isSecretName(name) && redactSecrets(value) === value);
  return Object.fromEntries(Object.entries(env).filter(([name, value]) => isFree(name, value ?? "")));
}
