/** How the page reaches its server: `fetch`, or a bridge of the same kind. */
export type Call = (path: string, init?: RequestInit) => Promise<Response>;
