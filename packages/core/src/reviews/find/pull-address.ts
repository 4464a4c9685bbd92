import { SessionError } from "@reprise/model";
import { hostIn, isLoopback, type Server, urlIn } from "./server.ts";

/** What a person wrote of a pull request. Null: the server is not named. */
export interface PullAddress {
  readonly server: Server | null;
  readonly owner: string;
  readonly repository: string;
  readonly number: number;
}

/** A number alone says nothing about the repository. */
export type WrittenTarget = PullAddress | { readonly number: number };

const mostCharacters = 2000;
const owner = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const repository = /^[A-Za-z0-9._-]{1,100}$/;
const mostNumber = 2 ** 31 - 1;

export const examples = "Write owner/repository#42, the URL of the pull request, or 42 in its clone.";

/** Throws `bad-use`. */
export function parseTarget(text: string): WrittenTarget {
  const written = text.trim();
  if (written === "" || written.length > mostCharacters || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(written))
    throw unclear(text);
  const bare = /^#?(\d+)$/.exec(written)?.[1];
  if (bare !== undefined) return { number: numberOf(bare, text) };
  const short = /^(?:([^/#\s]+)\/)?([^/#\s]+)\/([^/#\s]+)#(\d+)$/.exec(written);
  if (short) {
    const [, host, ownerName = "", name = "", number = ""] = short;
    return address(host === undefined ? null : serverOf(host, text), [ownerName, name, number], text);
  }
  const url = urlIn(/^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `https://${written}`);
  const [, ownerName = "", name = "", number = ""] =
    /^\/([^/]+)\/([^/]+)\/pulls?\/(\d+)(?:\/|$)/.exec(url?.pathname ?? "") ?? [];
  if (url === null || number === "") throw unclear(text);
  return address(serverOfUrl(url, text), [ownerName, name, number], text);
}

/** Whether the names are such as GitHub allows, so that they cannot lead elsewhere in an address. */
export function areNames(ownerName: string, name: string): boolean {
  return owner.test(ownerName) && repository.test(name) && !/^\.{1,2}$/.test(name);
}

function address(
  server: Server | null,
  [ownerName, name, number]: readonly [string, string, string],
  text: string,
): PullAddress {
  const plain = name.replace(/\.git$/i, "");
  if (!areNames(ownerName, plain)) throw unclear(text);
  return { server, owner: ownerName, repository: plain, number: numberOf(number, text) };
}

function numberOf(digits: string, text: string): number {
  const number = Number(digits);
  if (number < 1 || number > mostNumber) throw unclear(text);
  return number;
}

function serverOf(host: string, text: string): Server {
  const plain = hostIn(host);
  if (plain === null || !/[.:]|^localhost$/.test(plain)) throw unclear(text);
  return { host: plain, scheme: isLoopback(plain) ? "http" : "https" };
}

function serverOfUrl(url: URL, text: string): Server {
  const host = hostIn(url.host);
  if (host === null || (url.protocol !== "https:" && url.protocol !== "http:")) throw unclear(text);
  if (url.protocol === "https:") return { host, scheme: "https" };
  if (isLoopback(host)) return { host, scheme: "http" };
  if (url.port !== "")
    throw new SessionError("bad-use", `Reprise speaks plain http only to this machine. Use https for ${host}.`);
  return { host, scheme: "https" };
}

function unclear(text: string): SessionError {
  const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
  return new SessionError("bad-use", `“${shown}” names no pull request. ${examples}`);
}
