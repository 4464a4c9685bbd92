/** The first parts of the paths that the page uses. */
const PARTS = [
  ...["about", "changes", "diagnosis", "dismissals", "file-plans", "find", "offer", "options", "plans"],
  ...[
    "projects",
    "restores",
    "reviews",
    "rewinds",
    "runs",
    "search",
    "sessions",
    "status",
    "tags",
    "telemetry",
    "usage",
    "warnings",
    "workbench",
    "workspaces",
  ],
];

/** Whether a request of the page may be forwarded: a known path of the server itself, in its plain spelling. */
export function isAllowedPath(path: string): boolean {
  if (!/^\/[^/\\]/.test(path)) return false;
  const { origin, pathname } = new URL(path, "http://127.0.0.1");
  const [plain] = path.split("?");
  return origin === "http://127.0.0.1" && pathname === plain && PARTS.includes(plain.split("/")[1] ?? "");
}
