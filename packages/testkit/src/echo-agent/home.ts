import { join } from "node:path";

export function homeOf({
  home,
  env,
}: {
  readonly home: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}): string {
  return home ?? (env.ECHO_HOME || join(env.HOME ?? "/", ".echo"));
}
