/** `password` always labels a secret, `token` only if the value looks random. */
export type LabelStrength = "sure" | "likely" | "key" | "basic" | "header" | "cookie" | "signature";

/** Name endings that label a secret, in snake case. */
const sure =
  /(?:^|_)(?:api_?key|secret_?(?:access_?)?key(?:_?base)?|access_?token|auth_?token|client_?secret|[a-z0-9]*pass_?word|passwd|pass_?phrase|[a-z0-9]_pwd)$/;
const likely =
  /(?:^|_)(?:token|secret|pwd|pass|pat|jwt|credentials?|(?:private|access|account|shared_access|encryption|signing|master|service|app|application|consumer|deploy|webhook|session)_?key)$/;
const otherKey = /(?:^|_)([a-z0-9]+)_key$/;
const header = /(?:^|_)authorization$/;
const signature = /^(?:sig|x_amz_signature|x_goog_signature)$/;

/** Prefixes that make `token` or `key` harmless. */
const harmless = new Set(
  (
    "next prev previous page continuation cursor sync resume bos eos pad sep unk mask special stop start end eof " +
    "delimiter syntax current last first peek lexer cancellation cancel design max min num total " +
    "primary foreign sort partition cache hash range public object row group idempotency i18n translation lookup " +
    "index unique composite registry hot shortcut map dedup dedupe routing query config param field column event " +
    "react parent child shard natural surrogate candidate order item state storage local ssh_public data meta " +
    "json yaml dict label message metric feature flag route document record entity"
  ).split(" "),
);

export function labelStrength(name: string): LabelStrength | null {
  const snake = name
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[.$-]/g, "_")
    .toLowerCase();
  if (sure.test(snake)) return "sure";
  if (snake === "auth" || snake === "_auth") return "basic";
  if (snake === "cookie" || snake === "set_cookie") return "cookie";
  if (header.test(snake)) return "header";
  if (signature.test(snake)) return "signature";
  const words = snake.split("_");
  if (harmless.has(words.at(-2) ?? "")) return null;
  if (likely.test(snake)) return "likely";
  return otherKey.test(snake) ? "key" : null;
}

/** Endings of all labels. */
const endings = "key ken ret ord swd pwd ase ass pat jwt ial als uth ion kie sig ure";
export const lastLetters = [...new Set(endings.split(" ").map((ending) => ending.charAt(2)))].join("");

const folded = new Set(endings.split(" ").map((ending) => foldedEnding(ending, ending.length)));

/** Fast rejection of most names. `end` is after the last letter. */
export function mayLabel(text: string, end: number): boolean {
  return folded.has(foldedEnding(text, end));
}

function foldedEnding(text: string, end: number): number {
  return (
    ((text.charCodeAt(end - 3) | 32) << 16) | ((text.charCodeAt(end - 2) | 32) << 8) | (text.charCodeAt(end - 1) | 32)
  );
}
