import { expect, test } from "vitest";
import { environmentOf } from "./environment.ts";

test("an agent gets the person's environment without secrets, by name or by value", () => {
  const env = {
    ...{ PATH: "/bin", LANG: "C", EDITOR: "vi", SORT_KEY: "name" },
    ...{
      GITHUB_TOKEN: "x",
      DB_PASSWORD: "x",
      STRIPE_SECRET_KEY: "x",
      REPRISE_TOKEN: "x",
      REPRISE_STATE: "/s",
    },
    ...{ DATABASE_URL: "postgres://me:hunter2secret@db/x", NOTE: `sk-proj-${"aB3dE5fG7hI9".repeat(4)}` },
  };
  expect(environmentOf(env)).toEqual({ PATH: "/bin", LANG: "C", EDITOR: "vi", SORT_KEY: "name" });
  expect(environmentOf({ ...env, REPRISE_CHAT_ENV: "GITHUB_TOKEN, NOTHING" })).toHaveProperty("GITHUB_TOKEN");
});
