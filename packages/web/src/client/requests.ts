export const eventHeaders = { Accept: "text/event-stream" };
export const aboutPath = "/about";

/** `since`: what the page has already. */
export function newsPath(
  folder: string,
  since: { readonly epoch: string; readonly number: number } | undefined,
): string {
  return withParameters("/workbench/news", { folder, ...since });
}

/** What a page asks for first; `workbench`: the folder whose workbench it shows. */
export function firstRequests(workbench: string | null): Readonly<Record<string, RequestInit>> {
  if (workbench === null) return { [aboutPath]: {} };
  return { [newsPath(workbench, undefined)]: { headers: eventHeaders }, [aboutPath]: {} };
}

/** A path with those parameters that are given. */
export function withParameters(
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | undefined>>,
): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const query = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]));
  return given.length === 0 ? path : `${path}?${query}`;
}
