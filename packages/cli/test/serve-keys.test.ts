import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { linesOf, ServeStage, textIn } from "./serve-stage.ts";

let stage: ServeStage;
beforeEach(async () => {
  stage = await ServeStage.open();
});
afterEach(() => stage.close());

describe("a message that is sent again with its key", () => {
  // A chat shows the beginning of a message only, without its secrets.
  it.each([
    ["long", "x".repeat(5000)],
    ["with a secret", `deploy with ghp_${"a1B2".repeat(9)}, please`],
  ])("gets its recorded events: %s", async (_, message) => {
    const { model } = stage.machine;
    model.push([{ text: "Once." }]);
    const key = { "idempotency-key": "k" };
    const server = await stage.serve();
    const lines = await linesOf(await server.send({ message }, key));
    expect(textIn(lines)).toBe("Once.");
    expect(await linesOf(await server.send({ message }, key))).toEqual(lines);
    await server.kill("SIGKILL");
    const next = await stage.serve();
    expect(await linesOf(await next.send({ message }, key))).toEqual(lines);
    expect((await next.send({ message: `${message}!` }, key)).status).toBe(409);
    expect(model.requests.filter(({ number }) => number !== null)).toHaveLength(1);
  });
});
