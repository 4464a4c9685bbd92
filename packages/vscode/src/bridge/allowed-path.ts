import { everyRoute } from "@reprise/model/routes";

/** Of the routes that the page uses. */
const paths = Object.values(everyRoute)
  .filter((route) => route.for === "page" || route.for === "both")
  .map(({ path }) => new RegExp(`^${path.replace(/:\w+/g, "[^/]+")}$`));

/** Whether a request of the page may be forwarded: a known path of the server itself, in its plain spelling. */
export function isAllowedPath(path: string): boolean {
  if (!/^\/[^/\\]/.test(path)) return false;
  const { origin, pathname } = new URL(path, "http://127.0.0.1");
  const [plain] = path.split("?");
  return origin === "http://127.0.0.1" && pathname === plain && paths.some((route) => route.test(plain));
}
