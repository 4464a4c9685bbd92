import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { makeScratch, type Scratch } from "@reprise/testkit";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { nodeHost } from "../../host/node-host.ts";
import { Tokens } from "./tokens.ts";

let scratch: Scratch;
beforeEach(async () => {
  scratch = await makeScratch("tokens");
});
afterEach(() => scratch.remove());

const of = (server: string, env: Record<string, string>) =>
  new Tokens(nodeHost({ HOME: scratch.home, PATH: "/nonexistent", ...env })).of(server, scratch.workspace);
const tokenOf = async (server: string, env: Record<string, string>) => (await of(server, env))?.value ?? null;

describe("a token of the environment", () => {
  const both = { GH_TOKEN: "gh", GITHUB_TOKEN: "github", GH_ENTERPRISE_TOKEN: "enterprise" };

  it("goes to GitHub's own servers", async () => {
    expect(await tokenOf("github.com", both)).toBe("gh");
    expect(await tokenOf("acme.ghe.com", { GITHUB_TOKEN: "github", GH_TOKEN: " " })).toBe("github");
  });

  it.each([
    "evil.example",
    "github.com.evil.example",
    "evilghe.com",
    "a.b.ghe.com",
    "localhost:80",
    "api.github.com.x",
  ])("never goes to %s, which nobody named", async (server) => {
    expect(await of(server, both)).toBeNull();
  });

  it.each([
    { GH_HOST: "git.example" },
    { GITHUB_SERVER_URL: "https://git.example" },
    { GITHUB_API_URL: "https://git.example/api/v3" },
  ])("goes to the host of %o", async (env) => {
    expect(await tokenOf("git.example", { ...both, ...env })).toBe("enterprise");
    expect(await tokenOf("git.example", { GITHUB_TOKEN: "github", ...env })).toBe("github");
    expect(await tokenOf("git.example:444", { ...both, ...env })).toBeNull();
  });

  it("of another server's GitHub Actions does not go to github.com", async () => {
    const env = { GITHUB_SERVER_URL: "https://git.example", GITHUB_TOKEN: "of-git-example" };
    expect(await tokenOf("github.com", env)).toBeNull();
  });

  it("that cannot be one is an error that does not show it", async () => {
    const error = await of("github.com", { GITHUB_TOKEN: "secret\nvalue" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "bad-use", message: expect.stringContaining("GITHUB_TOKEN") });
    expect(String(error)).not.toContain("secret");
  });
});

describe("gh", () => {
  const install = (folder: string, script: string) => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "gh"), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "gh"), 0o755);
    return folder;
  };
  const path = (...folders: string[]) => [...folders, "/usr/bin", "/bin"].join(delimiter);
  const answers = 'echo "$2-$4-$GH_TOKEN$GITHUB_TOKEN$GH_ENTERPRISE_TOKEN$GITHUB_ENTERPRISE_TOKEN"';

  it("is asked for the token of the very host, without tokens of the environment", async () => {
    const bin = install(join(scratch.root, "bin"), answers);
    const env = { PATH: path(bin), GH_ENTERPRISE_TOKEN: "e", GITHUB_ENTERPRISE_TOKEN: "f", GH_TOKEN: "g" };
    expect(await of("evil.example", env)).toEqual({ value: "token-evil.example-", source: "gh" });
    expect(await tokenOf("github.com", { PATH: path(bin) })).toBe("token-github.com-");
  });

  it("is never one of the checkout", async () => {
    const own = install(join(scratch.workspace, "bin"), `touch ${scratch.root}/ran; echo bad`);
    expect(await of("github.com", { PATH: path(own, ".") })).toBeNull();
    expect(existsSync(join(scratch.root, "ran"))).toBe(false);
    const other = install(join(scratch.root, "bin"), "echo good");
    expect(await tokenOf("github.com", { PATH: path(own, other) })).toBe("good");
  });

  it("that fails or says nothing sensible counts as not knowing one", async () => {
    for (const script of ["echo t; exit 1", "exit 0", "echo 'two words'", "head -c 5000000 /dev/zero"])
      expect(await of("github.com", { PATH: path(install(join(scratch.root, "bin"), script)) }), script).toBeNull();
  });
});
