/** The parts of the server that the page uses. */
const PARTS = ["/about", "/changes", "/diagnosis", "/find", "/search", "/sessions", "/warnings"];

/** Whether a request of the page may be forwarded: a known path of the server itself, in its plain spelling. */
export function isAllowedPath(path: string): boolean {
  if (!path.startsWith("/") || path.startsWith("//")) return false;
  const url = new URL(path, "http://127.0.0.1");
  const [plain] = path.split("?");
  if (url.origin !== "http://127.0.0.1" || url.pathname !== plain) return false;
  return PARTS.some((part) => url.pathname === part || url.pathname.startsWith(part));
}
