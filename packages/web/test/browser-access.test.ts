import { httpErrorSchema, openSchema } from "@reprise/model/schema";
import { afterEach, describe, expect, it } from "vitest";
import { BrowserStage, bearer } from "./browser-stage.ts";

let stage: BrowserStage;
afterEach(() => stage.close());

const routes = ["/sessions", "/search?text=a", "/chat/c", "/metrics", "/openapi.json", "/nowhere"];
const assets = ["/assets/index-abc.js", "/assets/other.js"];
const codeOf = (body: string) => httpErrorSchema.parse(JSON.parse(body)).error.code;

describe("a program in a sandbox", () => {
  it("may not use the token, which it can have read; browsers and other programs may", async () => {
    const asked: object[] = [];
    stage = await BrowserStage.open({ isConfined: (ports) => asked.push(ports) > 0 });
    expect((await stage.raw("/sessions", await stage.cookie())).status).toBe(200);
    expect(asked).toEqual([]);
    for (const _ of ["first", "again"]) {
      const refused = await stage.raw("/sessions", bearer);
      expect([refused.status, codeOf(refused.body)]).toEqual([403, "forbidden"]);
    }
    expect(asked[0]).toEqual({ server: Number(new URL(stage.url).port), client: expect.any(Number) });
    await stage.close();
    stage = await BrowserStage.open({ isConfined: () => false });
    expect((await stage.raw("/sessions", bearer)).status).toBe(200);
  });
});

describe("a link", () => {
  it("lets a browser in once: the cookie is only for this server's port, for no script and no other site", async () => {
    stage = await BrowserStage.open();
    const link = stage.link("/srv/a shop & 'more'");
    const answer = await stage.raw(link, { "sec-fetch-site": "none" });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe("/#/?folder=%2Fsrv%2Fa%20shop%20%26%20'more'");
    const port = new URL(stage.url).port;
    expect(answer.headers["set-cookie"]).toEqual([
      expect.stringMatching(new RegExp(`^reprise-${port}=[\\w-]{43}; HttpOnly; SameSite=Strict; Path=/$`)),
    ]);
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
    const again = await stage.raw(link);
    expect([again.status, again.headers["set-cookie"]]).toEqual([403, undefined]);
    expect(again.headers["content-type"]).toContain("text/html");
    expect(again.body).toContain("reprise open");
  });

  it("is for its own folder, and each lets another browser in", async () => {
    stage = await BrowserStage.open();
    const links = [stage.link("/one"), stage.link("/two")];
    const answers = [await stage.raw(links[1] ?? ""), await stage.raw(links[0] ?? "")];
    expect(answers.map(({ headers }) => headers.location)).toEqual(["/#/?folder=%2Ftwo", "/#/?folder=%2Fone"]);
    const cookies = answers.map(({ headers }) => headers["set-cookie"]?.[0]?.split(";")[0] ?? "");
    expect(new Set(cookies).size).toBe(2);
    for (const cookie of cookies) expect((await stage.raw("/sessions", { cookie })).status).toBe(200);
  });

  it("dies unused", async () => {
    stage = await BrowserStage.open({ limits: { keyMs: 30, keyBurstCount: 1000 } });
    const link = stage.link();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect((await stage.raw(link)).status).toBe(403);
  });

  it("leads on by a page of ours where the browser would hold back the cookie", async () => {
    stage = await BrowserStage.open();
    for (const site of ["cross-site", "same-site"]) {
      const headers = { "sec-fetch-site": site, "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
      const answer = await stage.raw(stage.link('/a"b<c'), headers);
      expect([answer.status, answer.headers["set-cookie"]?.length]).toEqual([200, 1]);
      expect(answer.body).toContain('content="0; url=/#/?folder=%2Fa%22b%3Cc"');
    }
  });

  it("is not used up by a frame, a picture, a script, a look ahead or another method", async () => {
    stage = await BrowserStage.open();
    const link = stage.link();
    for (const headers of [
      { "sec-fetch-dest": "iframe", "sec-fetch-mode": "navigate" },
      { "sec-fetch-dest": "image", "sec-fetch-mode": "no-cors" },
      { "sec-fetch-dest": "empty", "sec-fetch-mode": "cors" },
      { "sec-fetch-dest": "document", "sec-fetch-mode": "navigate", "sec-purpose": "prefetch;prerender" },
    ] as Record<string, string>[])
      expect((await stage.raw(link, headers)).status).toBe(403);
    expect((await stage.raw(link, { host: "evil.example" })).status).toBe(403);
    expect((await stage.raw(link, { origin: "https://evil.example" })).status).toBe(403);
    expect((await stage.raw(link, {}, "HEAD")).status).toBe(405);
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"])
      expect((await stage.raw(link, {}, method)).status).toBe(401);
    expect((await stage.raw(link)).status).toBe(303);
  });

  it.each(["", "?key=", "?key=x", `?key=${"a".repeat(43)}`, "?key=%00", "?other=1"])(
    "with a wrong key gives nothing: %j",
    async (query) => {
      stage = await BrowserStage.open();
      stage.link();
      const answer = await stage.raw(`/open${query}`);
      expect([answer.status, answer.headers["set-cookie"]]).toEqual([403, undefined]);
    },
  );

  it("cannot be guessed quickly, and others are served meanwhile", async () => {
    stage = await BrowserStage.open({ limits: { keysPerSecond: 0.01, keyBurstCount: 3 } });
    const statuses = [];
    for (let n = 0; n < 5; n += 1) statuses.push((await stage.raw("/open?key=guess")).status);
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    expect((await stage.raw("/sessions", bearer)).status).toBe(200);
  });

  it("works however many wrong keys and other requests of strangers came before it", async () => {
    const limits = { keysPerSecond: 0.01, keyBurstCount: 3, requestsPerSecond: 0.01, burstCount: 3 };
    stage = await BrowserStage.open({ limits });
    const link = stage.link();
    for (let n = 0; n < 5; n += 1) {
      await stage.raw("/open?key=guess");
      await stage.raw("/sessions");
    }
    expect((await stage.raw("/sessions")).status).toBe(429);
    expect((await stage.raw("/open?key=guess")).status).toBe(429);
    expect((await stage.raw(link)).status).toBe(303);
  });

  it("leaves a browser that is in with the cookie that it has", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    const again = await stage.raw(stage.link(), cookie);
    expect([again.status, again.headers["set-cookie"]]).toEqual([303, undefined]);
  });

  it("is made for programs with the token, and for nobody else", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    const type = { "content-type": "application/json" };
    const body = JSON.stringify({ folder: "/srv/other" });
    expect((await stage.raw("/open", type, "POST", body)).status).toBe(401);
    const byPage = await stage.raw("/open", { ...type, ...cookie, origin: stage.url }, "POST", body);
    expect(byPage.status).toBe(401);
    const made = await stage.raw("/open", { ...type, ...bearer }, "POST", body);
    const { url } = openSchema.parse(JSON.parse(made.body));
    expect(url).toMatch(new RegExp(`^${stage.url}/open\\?key=[\\w-]{43}$`));
    const opened = await stage.raw(url.slice(stage.url.length));
    expect(opened.headers.location).toBe("/#/?folder=%2Fsrv%2Fother");
    for (const wrong of ["", "{}", '{"folder":"relative"}', '{"folder":""}', '{"folder":"/a","more":1}'])
      expect((await stage.raw("/open", { ...type, ...bearer }, "POST", wrong)).status).toBe(400);
  });
});

describe("without a cookie or the token", () => {
  it("there is a page that says how to get in, and nothing else", async () => {
    stage = await BrowserStage.open();
    const page = await stage.raw("/");
    expect([page.status, page.headers["content-type"]]).toEqual([401, "text/html; charset=utf-8"]);
    expect(page.body).toContain("<code>reprise open</code>");
    expect(page.body).not.toContain("The page");
    for (const path of [...routes, ...assets, "/index.html", "//"]) {
      const answer = await stage.raw(path);
      expect([path, answer.status, codeOf(answer.body)]).toEqual([path, 401, "unauthorized"]);
    }
    expect((await stage.raw("/healthz")).status).toBe(200);
  });

  it.each([
    ["another value", (cookie: string) => `${cookie.split("=")[0]}=${"a".repeat(43)}`],
    ["a part", (cookie: string) => cookie.slice(0, -1)],
    ["more", (cookie: string) => `${cookie}x`],
    ["another port", (cookie: string) => cookie.replace(/\d+=/, "1=")],
    ["no name", (cookie: string) => cookie.split("=")[1] ?? ""],
    ["nothing", (cookie: string) => `${cookie.split("=")[0]}=`],
  ])("a cookie that is wrong lets nobody in: %s", async (_, changed) => {
    stage = await BrowserStage.open();
    const { cookie } = await stage.cookie();
    expect((await stage.raw("/sessions", { cookie: changed(cookie) })).status).toBe(401);
    expect((await stage.raw("/sessions", { cookie: `a=1; ${changed(cookie)}; ${cookie}` })).status).toBe(200);
  });

  it("a cookie or key of another server lets nobody in", async () => {
    stage = await BrowserStage.open();
    const other = await BrowserStage.open();
    try {
      const { cookie } = await other.cookie();
      const renamed = cookie.replace(/^reprise-\d+/, `reprise-${new URL(stage.url).port}`);
      expect((await stage.raw("/sessions", { cookie: renamed })).status).toBe(401);
      expect((await stage.raw(other.link())).status).toBe(403);
    } finally {
      await other.close();
    }
  });
});

describe("with the cookie", () => {
  it("the page, its assets and the sessions are there", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    const page = await stage.raw("/", cookie);
    expect([page.status, page.body]).toEqual([200, "<title>The page</title>"]);
    expect(page.headers["cache-control"]).toBe("no-store");
    const asset = await stage.raw("/assets/index-abc.js", cookie);
    expect([asset.status, asset.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(asset.headers["cache-control"]).toContain("immutable");
    expect((await stage.raw("/sessions", cookie)).status).toBe(200);
  });

  it("an asset that was missing is found once it is there", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    expect((await stage.raw("/assets/later.js", cookie)).status).toBe(404);
    stage.addAsset("later.js", "export {};");
    for (const _ of [1, 2]) expect((await stage.raw("/assets/later.js", cookie)).body).toBe("export {};");
  });

  it("every answer forbids inline scripts and styles, frames, forms and other origins", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    for (const [path, headers] of [
      ["/", cookie],
      ["/", {}],
      ["/open?key=x", {}],
      ["/sessions", cookie],
      ["/assets/index-abc.js", cookie],
      ["/nowhere", cookie],
      ["/healthz", { host: "evil.example" }],
    ] as [string, Record<string, string>][]) {
      const answer = await stage.raw(path, headers);
      expect(answer.headers).toMatchObject({
        "content-security-policy":
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": expect.stringContaining("camera=()"),
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
      });
      expect(answer.headers["access-control-allow-origin"]).toBeUndefined();
    }
  });

  it("a foreign Host or Origin is refused all the same", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    for (const path of ["/", "/open?key=x", ...routes, ...assets]) {
      for (const more of [
        { host: "evil.example" },
        { host: `evil.example:${new URL(stage.url).port}` },
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "http://127.0.0.1:1" },
        { origin: "http://127.0.0.1" },
      ] as Record<string, string>[])
        expect([path, more, (await stage.raw(path, { ...cookie, ...more })).status]).toEqual([path, more, 403]);
    }
  });

  it.each(["same-site", "cross-site"])("a page elsewhere gets no data: %s", async (site) => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    for (const path of [...routes, ...assets]) {
      const answer = await stage.raw(path, { ...cookie, "sec-fetch-site": site });
      expect([path, answer.status, codeOf(answer.body)]).toEqual([path, 403, "forbidden"]);
    }
    const at = (dest: string) => ({
      ...cookie,
      "sec-fetch-site": site,
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": dest,
    });
    expect((await stage.raw("/", at("iframe"))).status).toBe(403);
    expect((await stage.raw("/sessions", at("document"))).status).toBe(403);
    expect((await stage.raw("/", at("document"))).status).toBe(200);
  });

  it("what changes something needs the Origin of this server", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    const body = JSON.stringify({ chat_id: "c", message: "hello" });
    const post = (more: Record<string, string>) =>
      stage.raw("/chat", { ...cookie, "content-type": "application/json", ...more }, "POST", body);
    expect((await post({})).status).toBe(403);
    expect((await post({ origin: "null" })).status).toBe(403);
    expect((await post({ origin: "http://localhost:1" })).status).toBe(403);
    expect((await post({ origin: stage.url, "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await post({ origin: stage.url, "sec-fetch-site": "same-origin" })).status).toBe(200);
    for (const method of ["PUT", "DELETE", "PATCH", "OPTIONS"])
      expect([method, (await stage.raw("/chat/c", cookie, method)).status]).toEqual([method, 403]);
    expect((await stage.raw("/sessions", cookie, "HEAD")).status).toBe(403);
  });

  it("no path leads out of the page's folder", async () => {
    stage = await BrowserStage.open();
    const cookie = await stage.cookie();
    for (const path of [
      "/assets/../../secret.js",
      "/assets/..%2f..%2fsecret.js",
      "/assets/..%5c..%5csecret.js",
      "/assets/%2e%2e%2f%2e%2e%2fsecret.js",
      "/assets/....//....//secret.js",
      "/assets/..%252f..%252fsecret.js",
      "/assets/%2fetc%2fpasswd",
      "/assets/index-abc.js%00.css",
      "/assets/index-abc.js/",
      "/assets/",
      "/assets",
      "/assets/notes.txt",
      "/assets/.hidden.js",
      "/index.html",
      "/%2e%2e/secret.js",
    ]) {
      const answer = await stage.raw(path, cookie);
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.body).not.toMatch(/^secret|root:/);
    }
    expect((await stage.raw("/assets/%69ndex-abc.js", cookie)).status).toBe(200);
    expect(stage.stage.unexpected).toEqual([]);
  });

  it("the token does as well, for programs", async () => {
    stage = await BrowserStage.open();
    for (const path of ["/", "/sessions", "/assets/index-abc.js"])
      expect([path, (await stage.raw(path, bearer)).status]).toEqual([path, 200]);
    expect((await stage.raw("/chat/c/turns/t/cancel", bearer, "POST")).status).toBe(404);
    expect((await stage.raw("/sessions", { ...bearer, origin: "https://evil.example" })).status).toBe(403);
    expect((await stage.raw("/sessions", { ...bearer, host: "evil.example" })).status).toBe(403);
  });
});

it("of very many browsers the first is out, and of very many links the first is void", async () => {
  stage = await BrowserStage.open({ limits: { keyBurstCount: 1000, burstCount: 2000 } });
  const first = await stage.cookie();
  let last = first;
  for (let n = 0; n < 200; n += 1) last = await stage.cookie();
  expect((await stage.raw("/sessions", first)).status).toBe(401);
  expect((await stage.raw("/sessions", last)).status).toBe(200);
  const links = Array.from({ length: 101 }, () => stage.link());
  expect((await stage.raw(links[0] ?? "")).status).toBe(403);
  expect((await stage.raw(links[1] ?? "")).status).toBe(303);
});
