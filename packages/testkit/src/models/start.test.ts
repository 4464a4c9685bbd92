import { once } from "node:events";
import { request as httpRequest } from "node:http";
import { describe, expect, onTestFinished, test } from "vitest";
import { ask, post } from "./ask.ts";
import { objectOf, textOf } from "./json.ts";
import type { Model } from "./model.ts";
import type { ModelKind } from "./protocol.ts";
import type { Script } from "./script.ts";
import { startModel } from "./start.ts";

const path = "/v1/responses";

async function start(script: Script, kind: ModelKind = "responses"): Promise<Model> {
  const model = await startModel(kind, script);
  onTestFinished(() => model.close());
  return model;
}

function saying(text: string) {
  return {
    model: "m",
    stream: true,
    input: [{ type: "message", role: "user", content: [{ type: "input_text", text }] }],
  };
}

async function textFor(model: Model, prompt: string): Promise<string> {
  const { events } = await ask(model, path, saying(prompt));
  const done = events.find(({ event }) => event === "response.output_text.done");
  return textOf(objectOf(done?.content).text);
}

describe("which reply is given", () => {
  test("the queue in its order, then ok", async () => {
    const model = await start([[{ text: "one" }], [{ text: "two" }]]);
    expect([await textFor(model, "a"), await textFor(model, "b"), await textFor(model, "c")]).toEqual([
      "one",
      "two",
      "ok",
    ]);
    expect(model.waitingCount()).toBe(0);
  });

  test("a match goes before the queue and does not use it up", async () => {
    const model = await start([[{ text: "queued" }], { match: "^special", times: 1, actions: [{ text: "matched" }] }]);
    expect(await textFor(model, "special one")).toBe("matched");
    expect(await textFor(model, "special two")).toBe("queued");
  });

  test("replies can be pushed later", async () => {
    const model = await start([]);
    model.push([{ text: "late" }]);
    expect(await textFor(model, "a")).toBe("late");
  });

  test("an aside takes nothing from the queue and has no number", async () => {
    const model = await start([[{ text: "for the turn" }]], "chat-completions");
    const messages = [
      { role: "system", content: "You write titles." },
      { role: "user", content: "title?" },
    ];
    const { text } = await ask(model, "/v1/chat/completions", { messages });
    expect(JSON.parse(text).choices[0].message.content).toBe("ok");
    expect(model.waitingCount()).toBe(1);
    expect(model.requests.map(({ number }) => number)).toEqual([null]);
  });
});

describe("what a test can see", () => {
  test("every request with method, path, headers and body", async () => {
    const model = await start([]);
    await ask(model, `${path}?a=1`, saying("hello"));
    await fetch(`${model.origin}/elsewhere`, { headers: { "x-test": "yes" } });
    expect(model.requests).toMatchObject([
      { number: 1, method: "POST", path: `${path}?a=1`, body: saying("hello") },
      { number: null, method: "GET", path: "/elsewhere", headers: { "x-test": "yes" } },
    ]);
  });

  test("a request as it arrives, each action as it goes out, and the end", async () => {
    const model = await start([[{ partial: "half" }, { hang: true }, { text: "rest" }]]);
    const answer = ask(model, path, saying("hello"));
    expect(await model.arrived(1)).toMatchObject({ number: 1, body: saying("hello") });
    await model.streamed({ reply: 1, action: 2 });
    model.release();
    await model.streamed({ reply: 1, action: 3 });
    expect(await model.ended(1)).toBe("complete");
    const types = (await answer).events.map(({ event }) => event);
    expect(types.at(-1)).toBe("response.completed");
  });

  test("that the agent went away in the middle", async () => {
    const model = await start([[{ partial: "half" }, { hang: true }]]);
    const stop = new AbortController();
    const body = JSON.stringify(saying("hello"));
    const answer = await fetch(`${model.origin}${path}`, { method: "POST", body, signal: stop.signal });
    await model.streamed({ reply: 1, action: 2 });
    stop.abort();
    expect(await model.ended(1)).toBe("cut");
    await expect(answer.text()).rejects.toThrow();
  });

  test("what came instead of an awaited moment", async () => {
    const model = await start([]);
    await ask(model, path, saying("hello"));
    await expect(model.arrived(2, { timeoutMs: 5 })).rejects.toThrow("Requests so far: POST /v1/responses");
  });

  test("an attempt to reach another machine through the model", async () => {
    const model = await start([]);
    const attempt = httpRequest(model.origin, { method: "CONNECT", path: "example.org:443" }).end();
    const [answer] = await once(attempt, "connect");
    expect(answer.statusCode).toBe(403);
    expect(model.requests).toMatchObject([{ number: null, method: "CONNECT", path: "example.org:443" }]);
  });
});

describe("how a reply can go wrong", () => {
  test("an HTTP error with its headers and body", async () => {
    const http = {
      status: 429,
      headers: { "retry-after": "7" },
      body: { error: { code: "usage_limit_reached" } },
    };
    const model = await start([[{ http }]]);
    const answer = await post(model, path, saying("hello"));
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "7"]);
    expect(await answer.json()).toEqual(http.body);
    expect(await model.ended(1)).toBe("cut");
  });

  test("a socket that breaks in the middle", async () => {
    const model = await start([[{ partial: "half" }, { drop: true }]]);
    await expect(ask(model, path, saying("hello"))).rejects.toThrow();
    expect(await model.ended(1)).toBe("cut");
  });

  test("an action that the protocol does not have is a fault of the script", async () => {
    const model = await start([[{ custom: { name: "apply_patch", input: "x" } }]], "messages");
    const { status, text } = await ask(model, "/v1/messages", { messages: [] });
    expect([status, text.includes("no free-form tool calls")]).toEqual([500, true]);
    expect(model.faults).toHaveLength(1);
  });
});

test("closing ends hanging replies, waits and the port", async () => {
  const model = await startModel("responses", [[{ hang: true }]]);
  const answer = await post(model, path, saying("hello"));
  const waiting = expect(model.arrived(2)).rejects.toThrow("the model was closed");
  await model.close();
  await waiting;
  await expect(answer.text()).rejects.toThrow();
  await expect(post(model, path, saying("again"))).rejects.toThrow();
});

test("text is paced and cut into chunks without splitting a character", async () => {
  const model = await start([[{ text: "añ漢🎉", chunks: 4, paceMs: 1 }, { delayMs: 1 }]]);
  const { events } = await ask(model, path, saying("hello"));
  const deltas = events.filter(({ event }) => event === "response.output_text.delta");
  expect(deltas.map(({ content }) => (content as { delta: string }).delta)).toEqual(["a", "ñ", "漢", "🎉"]);
});
