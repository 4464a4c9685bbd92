import { type Finder, type Found, found, nothing, startsWord } from "./secret.ts";
import { isBasic, isPlaceholder, isSecretValue } from "./value.ts";

const urlStart = /[^\s"'\\/?#@]{0,400}/y;
const urlCredentials = /[^\s:/@"'\\<>]{0,128}:([^\s@"'\\/?#]{3,256})@/y;
const bearer = /Bearer[ \t]{1,8}(?=[A-Za-z._~+/-]{0,64}\d)([A-Za-z0-9._~+/-]{16,}=*)/iy;
const basic = /Basic[ \t]{1,8}([A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/=])/iy;
const flag =
  /-(?:[a-z0-9]{1,16}-){0,3}(password|passwd|passphrase|token|secret|api-?key|secret-key|access-key|auth-token|client-secret)[ \t]{1,4}(?:\\*["'])?([^\s"'\\,;&]{0,256})/iy;
const netrc = /password[ \t]{1,8}([^\s"'\\]{1,256})/y;
const loginBefore = /\blogin\s{1,8}\S{1,128}\s{1,8}$/;
const curlUser = /u(?:ser)?[ =]?(?:\\*["'])?[^\s:"'\\$<]{1,64}:([^\s"'\\]{0,256})/y;
const telegram = /A[A-Za-z0-9_-]{33,35}(?![A-Za-z0-9_-])/y;
const mailchimp = /us\d{1,2}(?![A-Za-z0-9])/y;
const azureClient = /~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_.~-])/y;
const discord = /\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,45}(?![A-Za-z0-9_-])/y;

/** `scheme://user:password@`; found at the second slash. */
export const findUrlPassword: Finder = (text, index) => {
  if (text.charCodeAt(index - 2) !== 58) return null;
  const match = matchAt(urlCredentials, text, index + 1);
  const password = match?.[1] ?? "";
  if (password === "" || isPlaceholder(password)) {
    matchAt(urlStart, text, index + 1);
    return nothing(urlStart.lastIndex === text.length ? index + 1 : null);
  }
  return found("password", urlCredentials.lastIndex - 1 - password.length, urlCredentials.lastIndex - 1);
};

export const findBearer: Finder = (text, index) => groupAt(bearer, text, index - 1, "token");

export const findBasic: Finder = (text, index) => {
  const secret = groupAt(basic, text, index - 1, "token");
  const [only] = secret?.secrets ?? [];
  return only && isBasic(text.slice(only.start, only.end)) ? secret : null;
};

/** `--password value`; found at the second dash. */
export const findFlag: Finder = (text, index) => {
  const match = matchAt(flag, text, index);
  const [, name = "", value = ""] = match ?? [];
  const start = flag.lastIndex - value.length;
  const openFrom = match && flag.lastIndex === text.length ? start : null;
  const strength = /pass|api|auth|client|secret-key/i.test(name) ? "sure" : "likely";
  const isSecret =
    !value.startsWith("-") && isSecretValue({ text: value, isQuoted: true, isAssignment: false }, strength);
  return isSecret ? found("secret", start, flag.lastIndex, openFrom) : nothing(openFrom);
};

/** `machine host login name password value`; found at `sw`. */
export const findNetrc: Finder = (text, index) => {
  const at = index - 4;
  const match = matchAt(netrc, text, at);
  if (!match || !loginBefore.test(text.slice(Math.max(0, at - 160), at))) return null;
  const value = match[1] ?? "";
  const start = netrc.lastIndex - value.length;
  const openFrom = netrc.lastIndex === text.length ? start : null;
  return isPlaceholder(value) ? nothing(openFrom) : found("password", start, netrc.lastIndex, openFrom);
};

/** `curl -u name:password`, and Mailchimp's `<hex>-us1`; found at the `u`. */
export const findDashU: Finder = (text, index) => {
  const start = index - 33;
  if (start >= 0 && matchAt(mailchimp, text, index) && /^[0-9a-f]{32}$/.test(text.slice(start, index - 1)))
    return startsWord(text, start) ? found("mailchimp key", start, mailchimp.lastIndex) : null;
  const line = text.slice(Math.max(0, index - 200), index - 1);
  const match = /curl\b[^\n]*\s-?$/.test(line) ? matchAt(curlUser, text, index) : null;
  if (!match) return null;
  const value = match[1] ?? "";
  const valueStart = curlUser.lastIndex - value.length;
  const openFrom = curlUser.lastIndex === text.length ? valueStart : null;
  return value.length < 4 || isPlaceholder(value)
    ? nothing(openFrom)
    : found("password", valueStart, curlUser.lastIndex, openFrom);
};

/** `name:password@tcp(host)` of a data source; found at the `t`. */
export const findDriverAddress: Finder = (text, index) => {
  if (!/^(?:tcp|unix)\(/.test(text.slice(index, index + 5))) return null;
  const password = /(?:^|[\s"'`=])[\w.-]{1,64}:([^\s:@"'`]{3,128})$/.exec(
    text.slice(Math.max(0, index - 200), index - 1),
  )?.[1];
  if (password === undefined || isPlaceholder(password)) return null;
  return found("password", index - 1 - password.length, index - 1);
};

/** `<digits>:AA…`; found at the first A. */
export const findTelegram: Finder = (text, index) => {
  if (!matchAt(telegram, text, index)) return null;
  const digits = /(?<!\d)\d{8,10}$/.exec(text.slice(Math.max(0, index - 12), index - 1));
  return digits ? found("telegram token", index - 1 - digits[0].length, telegram.lastIndex) : null;
};

/** `xxx8Q~…`; found at the tilde. */
export const findAzureClientSecret: Finder = (text, index) => {
  const start = index - 5;
  if (start < 0 || !startsWord(text, start) || !matchAt(azureClient, text, index)) return null;
  const isSecret = /^[A-Za-z0-9_.~-]{3}\dQ$/.test(text.slice(start, index));
  return isSecret ? found("azure client secret", start, azureClient.lastIndex) : null;
};

/** Three parts; found at the first dot. */
export const findDiscord: Finder = (text, index) => {
  if (text.charCodeAt(index + 7) !== 46 || !matchAt(discord, text, index)) return null;
  const id = /[A-Za-z0-9]{23,30}$/.exec(text.slice(Math.max(0, index - 30), index))?.[0] ?? "";
  // After a JSON `\n` the match includes a letter that is not part of the id.
  for (let start = index - id.length; start <= index - 23; start += 1)
    if (/[MNO]/.test(text.charAt(start)) && startsWord(text, start))
      return found("discord token", start, discord.lastIndex);
  return null;
};

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function groupAt(pattern: RegExp, text: string, at: number, kind: string): Found | null {
  const match = matchAt(pattern, text, at);
  if (!match) return null;
  const value = match[1] ?? match[0];
  return found(kind, pattern.lastIndex - value.length, pattern.lastIndex);
}
