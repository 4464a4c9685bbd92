import { App } from "./kernel/app.ts";
import type { Route } from "./kernel/route.ts";
import { realTerminal, type Streams } from "./kernel/terminal.ts";
import { makeTheme } from "./kernel/theme.ts";
import { open } from "./open.ts";
import type { World } from "./world.ts";

/** What the surrounding process may do to the app. */
export type Guarded = Pick<App, "isOutside" | "end" | "fail" | "close" | "suspend" | "refresh">;

interface AppOptions {
  readonly world: World;
  readonly streams: Streams;
  readonly hasColor: boolean;
  /** Opened in this order: Esc returns to the one before. */
  readonly routes: readonly Route[];
  /** Stops this process; resolves when it is continued. */
  readonly suspend: () => Promise<void>;
  /** Called before the terminal is taken; the function it returns, after the terminal is restored. */
  readonly guard: (app: Guarded) => () => void;
}

/** Resolves with the exit code. Restores the terminal, then throws any error. */
export async function runApp({ world, streams, hasColor, routes, suspend, guard }: AppOptions): Promise<number> {
  const theme = makeTheme({ hasColor });
  const app = new App({ world, terminal: realTerminal(streams), theme, open, suspend });
  const release = guard(app);
  try {
    const code = await app.run(...routes);
    if (app.wayBack !== null) streams.output.write(`${app.wayBack}\n`);
    return code;
  } finally {
    release();
  }
}
