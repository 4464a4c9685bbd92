import { asTimestamp, SessionError, safeLine, type Timestamp, tryParseJson } from "@reprise/model";
import { fieldOf, textOf } from "../../agents/foreign.ts";
import type { HttpAnswer, NetworkFailure } from "../../host/network/http.ts";
import type { Token } from "./tokens.ts";

export interface Asked {
  readonly server: string;
  /** What was asked for, such as `o/r#42`. */
  readonly what: string;
  readonly token: Token | null;
}

const usualWaitMs = 60_000;

/** What an answer that is not a success means. The server's own words are cut, and never contain the token. */
export function refusalOf(answer: HttpAnswer, asked: Asked, now: Timestamp): SessionError {
  const { server, what, token } = asked;
  const { status } = answer;
  const resetsAt = resetOf(answer, now);
  if (resetsAt !== null) return limited(asked, resetsAt);
  const reason = reasonIn(answer, token);
  if (status === 401)
    return new SessionError(
      "refused",
      `${server} does not accept the ${tokenWords(asked)}${reason}. ${setToken(server)}`,
    );
  if (status === 403) {
    const next = token === null ? setToken(server) : `The ${tokenWords(asked)} may lack a permission.`;
    return new SessionError("refused", `${server} refuses access to ${what}${reason}. ${next}`);
  }
  if (status === 404) {
    const next =
      token === null ? `If it is private: ${setToken(server)}` : `Or the ${tokenWords(asked)} may not see it.`;
    return new SessionError("not-found", `${server} knows no ${what}. ${next}`);
  }
  if (status >= 300 && status < 400)
    return new SessionError("refused", `${server} points to another address for ${what}, which is not followed.`);
  if (status >= 500) return new SessionError("refused", `${server} failed (${status})${reason}. Try again later.`);
  return new SessionError("refused", `${server} refuses ${what} (${status})${reason}.`);
}

export function unreachable(failure: NetworkFailure, server: string): SessionError {
  const words = failure.kind === "too-long" ? "does not answer as GitHub does" : "cannot be reached";
  return new SessionError("refused", `${server} ${words}: ${failure.message}. Try again later.`);
}

export function notGitHub(server: string, what: string): SessionError {
  return new SessionError("refused", `${server} does not answer as GitHub does (${what}). Is it a GitHub server?`);
}

export function limited({ server, token }: Pick<Asked, "server" | "token">, resetsAt: Timestamp): SessionError {
  const time = `${resetsAt.slice(0, 10)} ${resetsAt.slice(11, 16)} UTC`;
  const next = token === null ? ` A token has a higher one. ${setToken(server)}` : "";
  return new SessionError("refused", `The rate limit of ${server} is used up until ${time}.${next}`, {
    resetsAt,
  });
}

export function setToken(server: string): string {
  if (server === "github.com") return "Set GITHUB_TOKEN, or run: gh auth login";
  return `Run gh auth login --hostname ${server}, or set GH_HOST=${server} and GH_ENTERPRISE_TOKEN.`;
}

/** When a limit is lifted; null if the answer is about something else. */
export function resetOf({ status, headers, text }: HttpAnswer, now: Timestamp): Timestamp | null {
  if (status !== 403 && status !== 429) return null;
  const after = (ms: number) => asTimestamp(Date.parse(now) + ms);
  const seconds = Number(headers.get("retry-after") ?? Number.NaN);
  if (Number.isFinite(seconds) && seconds >= 0) return after(Math.min(seconds, 86_400) * 1000);
  const reset = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  const isUsedUp = headers.get("x-ratelimit-remaining") === "0";
  if (isUsedUp && Number.isSafeInteger(reset) && reset > 0 && reset < 1e11) return asTimestamp(reset * 1000);
  const said = /rate limit|abuse detection|rate-limit/i.test(text.slice(0, 2000));
  return status === 429 || isUsedUp || said ? after(usualWaitMs) : null;
}

/** ` (Bad credentials)`, or nothing. */
function reasonIn({ text }: HttpAnswer, token: Token | null): string {
  const message = textOf(fieldOf(tryParseJson(text), "message"));
  return message ? ` (${plainReason(message, token)})` : "";
}

export function plainReason(message: string, token: Token | null): string {
  const hidden = token === null ? message : message.replaceAll(token.value, "…");
  const line = safeLine(hidden.slice(0, 1000)).replace(/[\s.]+$/, "");
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

function tokenWords({ token }: Asked): string {
  if (token === null) return "request without a token";
  return token.source === "gh" ? "token of gh" : `token in ${token.source}`;
}
