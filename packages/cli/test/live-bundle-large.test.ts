import { isWhole, opencode } from "@reprise/testkit";
import { afterEach, expect, test } from "vitest";
import { Computer } from "./bundle-stage.ts";

const computers: Computer[] = [];
afterEach(async () => {
  for (const computer of computers.splice(0)) await computer.close();
});

// In the campaign `live`: it takes two starts of OpenCode.
test.runIf(isWhole)("a session of OpenCode that fills more than a pipe is exported whole", async () => {
  const computer = await Computer.start("bundle-large", opencode);
  computers.push(computer);
  const reply = Array.from({ length: 40_000 }, (_, index) => `line ${index}`).join("\n");
  await computer.turn("please count", reply);
  const [session] = await computer.sessions();
  const path = computer.file("x.bundle");
  const made = await computer.reprise("bundle", session?.id ?? "", "-o", path, "--json");
  expect(made).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(made.stdout).totalBytes).toBeGreaterThan(reply.length);
});
