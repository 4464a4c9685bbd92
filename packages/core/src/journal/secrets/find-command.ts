import { type Finder, found, nothing } from "./secret.ts";
import { isPlaceholder } from "./value.ts";

/** Options with one letter that take a password, by their command: `attached` has it right behind the letter. */
const options: Readonly<Record<string, { readonly command: RegExp; readonly isAttached: boolean | null }[]>> = {
  p: [
    { command: /\b(?:mysql|mariadb|7z)[\w-]*[ \t]/, isAttached: true },
    { command: /\bsshpass[ \t]/, isAttached: null },
    { command: /\blogin[ \t]|\bmongo\w*[ \t]/, isAttached: false },
  ],
  P: [{ command: /\b(?:zip|unzip|sqlcmd|bcp)[ \t]/, isAttached: null }],
  a: [{ command: /\bredis-cli[ \t]/, isAttached: false }],
  w: [{ command: /\bldap\w+[ \t]/, isAttached: null }],
};
const mostLine = 200;
const optionValue = /.([ \t]{0,4})(?:\\*["'])?([^\s"'\\]{0,256})/y;
const cookies = /(?:b|-cookie)[ \t]{1,4}(?:\\*["'])?[A-Za-z0-9_.-]{1,64}=([^\s"'\\]{0,512})/y;

/** `mysql -pVALUE`, `sshpass -p VALUE`; found at the letter. */
export const findOption: Finder = (text, index) => {
  const before = text.charCodeAt(index - 2);
  if (before !== 32 && before !== 9) return null;
  const line = lineBefore(text, index - 1);
  const option = options[text.charAt(index)]?.find(({ command }) => command.test(line));
  if (!option) return null;
  optionValue.lastIndex = index;
  const [, blanks = "", value = ""] = optionValue.exec(text) ?? [];
  const end = optionValue.lastIndex;
  if (option.isAttached !== null && option.isAttached !== (blanks === "")) return null;
  const start = end - value.length;
  const openFrom = end === text.length ? start : null;
  const isSecret = value.length >= 4 && !value.startsWith("-") && !isPlaceholder(value);
  return isSecret ? found("password", start, end, openFrom) : nothing(openFrom);
};

/** `curl -b name=value`; found at the `b`, or at the second dash of `--cookie`. */
export const findCookieOption: Finder = (text, index) => {
  cookies.lastIndex = index;
  const match = cookies.exec(text);
  if (match === null || !/\bcurl[ \t]/.test(lineBefore(text, index - 1))) return null;
  const value = match[1] ?? "";
  const start = cookies.lastIndex - value.length;
  const openFrom = cookies.lastIndex === text.length ? start : null;
  const isSecret = value.length >= 8 && /\d|[a-z][A-Z]/.test(value) && !isPlaceholder(value);
  return isSecret ? found("cookie", start, cookies.lastIndex, openFrom) : nothing(openFrom);
};

function lineBefore(text: string, end: number): string {
  const piece = text.slice(Math.max(0, end - mostLine), end);
  const from = Math.max(piece.lastIndexOf("\n"), piece.lastIndexOf("\\n"));
  return piece.slice(from + 1);
}
