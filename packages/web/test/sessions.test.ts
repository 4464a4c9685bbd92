import { hitSchema, pageSchema, transcriptSchema, usageSchema } from "@reprise/model/schema";
import { conformanceSeeds, memoryLibrary } from "@reprise/testkit";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Stage } from "./stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.open({ library: memoryLibrary(conformanceSeeds), limits: { burstCount: 1000 } });
});
afterAll(() => stage.close());

const json = async (path: string) => (await stage.get(path)).json() as Promise<never>;

describe("GET /sessions", () => {
  it("lists every project, page by page", async () => {
    const first = pageSchema.parse(await json("/sessions?limit=20"));
    expect([first.sessions.length, first.total]).toEqual([20, 34]);
    const rest = pageSchema.parse(await json(`/sessions?limit=20&cursor=${encodeURIComponent(first.next ?? "")}`));
    expect([rest.sessions.length, rest.next]).toEqual([14, null]);
  });

  it("filters as the command does", async () => {
    const of = async (query: string) => pageSchema.parse(await json(`/sessions?${query}`));
    expect((await of("agent=claude")).sessions.map(({ id }) => id)).toEqual(["claude:tools"]);
    expect((await of("state=working")).total).toBe(1);
    expect((await of("workspace=/srv/app")).total).toBe(13);
    const everything = await of("includeEmpty=true&subagents=true&archived=true&limit=100");
    expect(everything.total).toBe(conformanceSeeds.length);
    expect((await of("archived=false")).total).toBe(34);
  });

  it.each([
    "limit=0",
    "limit=x",
    "limit=1001",
    "archived=yes",
    "agent=Not%20One",
    "state=odd",
    "scope=all",
    "limit=1&limit=2",
    "cursor=x",
    "__proto__=1",
  ])("refuses %s", async (query) => {
    const response = await stage.get(`/sessions?${query}`);
    expect(response.status).toBe(400);
  });
});

describe("GET /sessions/:id", () => {
  it("has a whole session, or some of its turns", async () => {
    const whole = transcriptSchema.parse(await json("/sessions/claude:tools"));
    expect(whole.session.id).toBe("claude:tools");
    expect(whole.turns.length).toBeGreaterThan(0);
    const last = transcriptSchema.parse(await json("/sessions/claude%3Atools?last=1"));
    expect(last.turns).toEqual(whole.turns.slice(-1));
    const first = transcriptSchema.parse(await json("/sessions/claude:tools?turns=1-1"));
    expect(first.turns).toEqual(whole.turns.slice(0, 1));
  });

  it("refuses unknown sessions and windows", async () => {
    expect((await stage.get("/sessions/codex:nobody")).status).toBe(404);
    for (const query of ["last=0", "turns=5-3", "turns=a", "last=1&turns=1-2", "first=1"])
      expect((await stage.get(`/sessions/claude:tools?${query}`)).status).toBe(400);
  });
});

describe("GET /search", () => {
  it("has one hit a line, at most so many", async () => {
    const response = await stage.get("/search?text=login");
    expect(response.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
    const hits = (await response.text())
      .trimEnd()
      .split("\n")
      .map((line) => hitSchema.parse(JSON.parse(line)));
    expect(hits.length).toBeGreaterThan(0);
    const one = await (await stage.get("/search?text=reply&limit=1")).text();
    expect(one.trimEnd().split("\n")).toHaveLength(1);
  });

  it("has no line when nothing is found, and wants words", async () => {
    const nothing = await stage.get("/search?text=zzzzzz");
    expect([nothing.status, await nothing.text()]).toEqual([200, ""]);
    for (const query of ["", "?text=", "?text=a&cursor=x"])
      expect((await stage.get(`/search${query}`)).status).toBe(400);
  });
});

describe("GET /usage", () => {
  it("has the figures of a project, by days of the zone that was asked for", async () => {
    const usage = usageSchema.parse(await json("/usage?zone=Pacific/Kiritimati&workspace=/srv/app/web"));
    expect(usage).toMatchObject({ zone: "Pacific/Kiritimati", total: { turnCount: 3, commandCount: 1 } });
    expect(usage.days.map(({ day }) => day)).toEqual(["2026-11-16"]);
    expect(usageSchema.parse(await json("/usage")).zone).toBe("UTC");
  });

  it("refuses unknown parameters, days and zones", async () => {
    for (const query of ["since=yesterday", "zone=Nowhere/Land", "limit=3"])
      expect((await stage.get(`/usage?${query}`)).status).toBe(400);
  });
});

describe("GET /openapi.json", () => {
  it("describes every status that a route answers when something fails", async () => {
    const library = { list: () => Promise.reject(new Error("no disk")) } as never;
    const failing = await Stage.open({ library });
    const { paths } = (await json("/openapi.json")) as {
      paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
    };
    const described = Object.keys(paths["/sessions"]?.get?.responses ?? {});
    for (const [path, headers] of [
      ["/sessions", {}],
      ["/sessions?limit=0", {}],
      ["/sessions", { authorization: "Bearer none" }],
      ["/sessions", { origin: "https://other.example" }],
    ] as const)
      expect(described).toContain(String((await failing.get(path, headers)).status));
    await failing.close();
  });
});

describe("GET /metrics", () => {
  it("counts turns and requests, with labels that no client chooses", async () => {
    await (await stage.post({ chat_id: "c", message: "hello" })).text();
    for (const path of ["/x1", "/x2", "/chat/y1", "/chat/y2"]) await stage.get(path);
    await fetch(`${stage.url}/sessions`, { method: "PROPFIND" });
    const text = await (await stage.get("/metrics")).text();
    expect(text).toContain('reprise_turns_total{status="completed"} 1\n');
    expect(text).toContain("reprise_turns_running 0\n");
    expect(text).toContain("reprise_turn_seconds_count 1\n");
    expect(text).toContain('reprise_turn_seconds_bucket{le="+Inf"} 1\n');
    expect(text).toContain('reprise_http_requests_total{method="GET",route="/chat/:id",status="404"} 2\n');
    expect(text).toContain('reprise_http_requests_total{method="GET",route="other",status="404"} 2\n');
    expect(text).toContain('method="other"');
    expect(text).not.toMatch(/x1|y1|PROPFIND/);
    for (const line of text.trimEnd().split("\n"))
      expect(line).toMatch(/^(# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [\d.e+-]+)$/);
  });
});
