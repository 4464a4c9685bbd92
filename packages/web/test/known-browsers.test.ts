import { createHash } from "node:crypto";
import type { KnownBrowsers } from "@reprise/model";
import { afterEach, describe, expect, it } from "vitest";
import { BrowserStage } from "./browser-stage.ts";

const stages: BrowserStage[] = [];
afterEach(() => Promise.all(stages.splice(0).map((stage) => stage.close())));

/** As the file has them, for whichever port. */
class Kept implements KnownBrowsers {
  readonly hashes = new Set<string>();
  at = () => [...this.hashes];
  used = (_port: number, hash: string) => void this.hashes.add(hash);
  remove = (_port: number, hash: string) => void this.hashes.delete(hash);
  ports = () => [];
}

async function open(browsers: KnownBrowsers): Promise<BrowserStage> {
  const stage = await BrowserStage.open({ browsers });
  stages.push(stage);
  return stage;
}

const secretIn = ({ cookie }: { cookie: string }) => cookie.slice(cookie.indexOf("=") + 1);
const sent = (stage: BrowserStage, secret: string) => ({
  cookie: `reprise-${new URL(stage.url).port}=${secret}`,
});

describe("a browser that was let in", () => {
  it("is in with the next server; only the hash of its cookie was kept", async () => {
    const kept = new Kept();
    const secret = secretIn(await (await open(kept)).cookie());
    expect([...kept.hashes]).toEqual([createHash("sha256").update(secret).digest("hex")]);
    const next = await open(kept);
    expect((await next.raw("/sessions", sent(next, secret))).status).toBe(200);
    for (const wrong of ["", [...kept.hashes][0] ?? "", `${secret}x`, secret.toLowerCase()])
      expect((await next.raw("/sessions", sent(next, wrong))).status).toBe(401);
  });

  it("signs out for good", async () => {
    const kept = new Kept();
    const stage = await open(kept);
    const [cookie, other] = [await stage.cookie(), await stage.cookie()];
    expect((await stage.raw("/sign-out", cookie, "POST")).status).toBe(403);
    const foreign = { ...cookie, origin: "http://127.0.0.1:1" };
    expect((await stage.raw("/sign-out", foreign, "POST")).status).toBe(403);
    expect((await stage.raw("/sessions", cookie)).status).toBe(200);
    const answer = await stage.raw("/sign-out", { ...cookie, origin: stage.url }, "POST");
    expect([answer.status, answer.headers["set-cookie"]?.[0]]).toEqual([204, expect.stringContaining("Max-Age=0")]);
    expect((await stage.raw("/sessions", cookie)).status).toBe(401);
    expect((await stage.raw("/sessions", other)).status).toBe(200);
    const next = await open(kept);
    expect((await next.raw("/sessions", sent(next, secretIn(cookie)))).status).toBe(401);
    expect((await next.raw("/sessions", sent(next, secretIn(other)))).status).toBe(200);
  });

  it("is in until the server ends if it cannot be recorded", async () => {
    const fails = () => {
      throw new Error("disk full");
    };
    const stage = await open({ at: fails, used: fails, remove: fails, ports: () => [] });
    const cookie = await stage.cookie();
    expect((await stage.raw("/sessions", cookie)).status).toBe(200);
    expect(stage.stage.unexpected).toContainEqual(new Error("disk full"));
  });
});
