import { labelStrength } from "./label.ts";
import { type Finder, found, nothing } from "./secret.ts";
import { isPlaceholder, isRandom } from "./value.ts";

const spoken =
  /password[ \t]{1,4}(?:[A-Za-z]{1,16}:?[ \t]{1,4}){0,7}?(?:\\?["'`\u201c*]){0,3}((?=[^\s"'`\u201d*]{0,64}\d)[^\s"'`\u201c\u201d*,;:/=()<>{}[\]\\|]{8,64})(?=[\s"'`\u201d*,;:.)\\]|$)/y;
const spokenCutOff =
  /password(?:[ \t]{1,4}[A-Za-z]{1,16}:?){0,7}[ \t]{0,4}(?:\\?["'`\u201c*]){0,3}[^\s"'`\u201c\u201d*]{0,80}$/y;
const named = /[_-]key[ \t]{1,4}(?:\\*["'])?([A-Za-z0-9+/=_.-]{0,256})/iy;

/** “the password for the server is …”; found at `sw`. Only what no word looks like. */
export const findSpoken: Finder = (text, index) => {
  const at = index - 4;
  spoken.lastIndex = at;
  const match = spoken.exec(text);
  spokenCutOff.lastIndex = Math.max(0, at);
  const openFrom = at >= 0 && spokenCutOff.test(text) ? at + 8 : null;
  const value = match?.[1]?.replace(/\.$/, "") ?? "";
  if (match === null || !isChosen(value)) return nothing(openFrom);
  const start = at + match[0].lastIndexOf(value);
  return found("password", start, start + value.length, openFrom);
};

/** `set aws_secret_access_key VALUE`; found at the `k`. */
export const findNamed: Finder = (text, index) => {
  named.lastIndex = index - 1;
  const match = named.exec(text);
  if (match === null) return null;
  const name = /[\w-]{1,64}$/.exec(text.slice(Math.max(0, index - 61), index + 3))?.[0] ?? "";
  const value = match[1] ?? "";
  const end = named.lastIndex;
  const openFrom = end === text.length ? end - value.length : null;
  const isSecret = value.length >= 20 && labelStrength(name) === "sure" && isRandom(value);
  return isSecret ? found("secret", end - value.length, end, openFrom) : nothing(openFrom);
};

/** As people choose passwords: with a sign, or random. */
function isChosen(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || !/\d/.test(value) || isPlaceholder(value)) return false;
  return /[!#$%^&?~]/.test(value) || isRandom(value);
}
