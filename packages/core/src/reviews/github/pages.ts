import { SessionError, tryParseJson } from "@reprise/model";
import { type Access, type GitHub, isOfApi } from "./github.ts";
import { notGitHub } from "./refusal.ts";

const mostPages = 200;

const mostCharacters = 128 * 1024 * 1024;
const mostAttempts = 3;

/**
 * The values of all pages of a list. What is removed meanwhile moves the rest to earlier pages: the last page but one shows
 * it, and then all are read again.
 */
export async function allPages(github: GitHub, access: Access, path: string): Promise<readonly unknown[]> {
  for (let attempt = 1; ; attempt += 1) {
    const pages = await readPages(github, access, path);
    const before = pages.at(-2);
    const isUnmoved = before === undefined || (await github.page(access, before.address)).text === before.text;
    if (isUnmoved || attempt === mostAttempts) return pages.flatMap(({ values }) => values);
  }
}

interface ListPage {
  readonly address: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

async function readPages(github: GitHub, access: Access, path: string): Promise<readonly ListPage[]> {
  const pages: ListPage[] = [];
  let characters = 0;
  for (let address: string | null = path; address !== null; ) {
    const { text, next } = await github.page(access, address);
    const values = tryParseJson(text);
    if (!Array.isArray(values)) throw notGitHub(access.api.host, "no list");
    pages.push({ address, text, values });
    characters += text.length;
    if ((pages.length === mostPages && next !== null) || characters > mostCharacters)
      throw endless(access, pages.length);
    // A page elsewhere would get the token.
    if (next !== null && !(URL.canParse(next) && isOfApi(access.api, new URL(next))))
      throw notGitHub(access.api.host, "the next page is on another server");
    address = next;
  }
  return pages;
}

function endless({ api, what }: Access, pageCount: number): SessionError {
  return new SessionError(
    "refused",
    `${api.host} does not end its pages for ${what}: ${pageCount} were read. Use a file of comments instead.`,
  );
}
