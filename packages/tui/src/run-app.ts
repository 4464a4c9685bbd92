import { App } from "./kernel/app.ts";
import type { Route } from "./kernel/route.ts";
import { realTerminal, type Streams } from "./kernel/terminal.ts";
import { makeTheme } from "./kernel/theme.ts";
import { open } from "./open.ts";
import type { World } from "./world.ts";

/** What the process around the app may do to it. */
export type Guarded = Pick<App, "isOutside" | "end" | "fail" | "close" | "suspend" | "refresh">;

interface AppOptions {
  readonly world: World;
  readonly streams: Streams;
  readonly hasColor: boolean;
  readonly route: Route;
  /** Stops this process and comes back when it goes on. */
  readonly suspend: () => Promise<void>;
  /** Called before the terminal is taken; what it returns, after it was given back. */
  readonly guard: (app: Guarded) => () => void;
}

/** Resolves with the exit code. Throws what broke, with the terminal given back before. */
export async function runApp({
  world,
  streams,
  hasColor,
  route,
  suspend,
  guard,
}: AppOptions): Promise<number> {
  const theme = makeTheme({ hasColor });
  const app = new App({ world, terminal: realTerminal(streams), theme, open, suspend });
  const release = guard(app);
  try {
    return await app.run(route);
  } finally {
    release();
  }
}
