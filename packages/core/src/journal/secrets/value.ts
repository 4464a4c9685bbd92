import type { LabelStrength } from "./label.ts";

interface Value {
  readonly text: string;
  readonly isQuoted: boolean;
  /** `NAME=value` as in shells and .env files: not code, so variables need a `$`. */
  readonly isAssignment: boolean;
}

/** A placeholder or reference. */
const placeholder =
  /^(?:[$)\]}]|%[A-Za-z_]|\{\{|\$?\{|<|!|\*{3}|\.{3}|\u2026|x{4}|-{5}|\[redacted$|(?:your|changeme|example|placeholder|dummy|todo)\b)/i;
const reserved =
  /^(?:undefined|required|optional|nullable|disabled|enabled|readonly|function|boolean|redacted|password|(?:null|none|true|false)\b)/i;
const expression = /^(?:[(:]|https?:|[\w$]+(?:\?\.|\.[A-Za-z_$]|\[|\(|::|->|!\.))/;
const names = /^(?:[A-Za-z]*[a-z][A-Z][A-Za-z]*|[a-z]+(?:_[a-z]+)+)\W?$/;
const path = /^(?:~|\.{1,2})?(?:\/[\w.@-]+){2,}\/?$/;
const labelWord = /passw|passphrase|secret|token|key|cred/i;
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function isSecretValue(value: Value, strength: LabelStrength): boolean {
  const { text, isQuoted, isAssignment } = value;
  if (text.length < 8 || isPlaceholder(text)) return false;
  if (!isAssignment && isReference(text, isQuoted)) return false;
  if (strength === "sure") return !reserved.test(text);
  if (strength === "likely" && isAssignment) return /[^\d.,]/.test(text) && !reserved.test(text);
  if (strength === "basic") return isBasic(text);
  const least = strength === "likely" ? 12 : strength === "signature" ? 32 : 16;
  return text.length >= least && !text.includes(" ") && isRandom(text);
}

export function isPlaceholder(text: string): boolean {
  return placeholder.test(text) || (path.test(text) && !isRandom(text));
}

export function isReference(text: string, isQuoted: boolean): boolean {
  if (isQuoted) return text.includes(" ") && labelWord.test(text);
  return expression.test(text) || names.test(text) || (/^[\w$.]+\W*$/.test(text) && labelWord.test(text));
}

export function isRandom(text: string): boolean {
  if (uuid.test(text)) return false;
  for (const [run] of text.slice(0, 128).matchAll(/[A-Za-z0-9]{8,}/g)) {
    if (/\d/.test(run) && /[A-Za-z]/.test(run) && (run.match(/\d+/g) ?? []).length > 1) return true;
    if (run.length >= 20 && /[a-z][A-Z][A-Z]?[a-z]/.test(run) && /[A-Z]{2}/.test(run)) return true;
  }
  return false;
}

/** `user:password` in base64. */
export function isBasic(text: string): boolean {
  if (!/^[A-Za-z0-9+/_-]{8,}={0,2}$/.test(text) || text.length > 1024) return false;
  return /^[\x20-\x7e]{1,200}$/.test(atob64(text)) && /^[^:\s]{0,128}:\S{1,}/.test(atob64(text));
}

function atob64(text: string): string {
  return Buffer.from(text, "base64").toString("latin1");
}
