import { expect, test } from "vitest";
import { environmentOf } from "./environment.ts";

test("an agent gets the person's environment without secrets, by name or by value", () => {
  const env = {
    PATH: "/bin",
    LANG: "C",
    EDITOR: "vi",
    SORT_KEY: "name",
    GITHUB_TOKEN: "x",
    DB_PASSWORD: "x",
    STRIPE_SECRET_KEY: "x",
    REPRISE_TOKEN: "x",
    REPRISE_STATE: "/s",
    NPM_CONFIG__AUTH: "x",
    npm_config__auth: "x",
    REDISCLI_AUTH: "x",
    BASIC_AUTH: "x",
    SENTRY_DSN: "x",
    OTEL_EXPORTER_OTLP_HEADERS: "x-team=x",
    COOKIE_JAR: "x",
    INTERNAL_PIN: "1",
    SSH_AUTH_SOCK: "/tmp/agent",
    sessionCookie: "x",
    DATABASE_URL: "postgres://me:hunter2secret@db/x",
    NOTE: `sk-proj-${"aB3dE5fG7hI9".repeat(4)}`,
  };
  const plain = { GIT_AUTHOR_NAME: "me", XAUTHORITY: "/x", COMPASS: "n", MAX_TOKENS: "9" };
  expect(environmentOf({ ...env, ...plain })).toEqual({
    PATH: "/bin",
    LANG: "C",
    EDITOR: "vi",
    SORT_KEY: "name",
    ...plain,
  });
  expect(environmentOf({ ...env, REPRISE_CHAT_ENV: "GITHUB_TOKEN, NOTHING" })).toHaveProperty("GITHUB_TOKEN");
});
