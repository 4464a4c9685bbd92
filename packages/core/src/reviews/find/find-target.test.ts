import { memoryHost } from "@reprise/testkit";
import { describe, expect, it } from "vitest";
import { findTarget } from "./find-target.ts";

const clone = (config: string, env: Record<string, string> = {}) => ({
  ...memoryHost({ "/clone/.git/HEAD": "ref: refs/heads/main\n", "/clone/.git/config": config }),
  env,
});
const remote = (name: string, url: string, more = "") => `[remote "${name}"]\n\turl = ${url}\n${more}`;
const find = (target: string, host: ReturnType<typeof clone>) =>
  findTarget({ target, commentsFile: null, folder: "/clone" }, host);
const nameOf = ({ pullRequest: pull }: ReturnType<typeof findTarget>) =>
  `${pull?.host}/${pull?.owner}/${pull?.repository}#${pull?.number}`;

describe("a number in a clone", () => {
  it.each([
    "git@github.com:acme/shop.git",
    "ssh://git@github.com/acme/shop",
    "ssh://git@ssh.github.com:443/acme/shop.git",
    "https://github.com/acme/shop.git/",
    "https://user:secret@github.com/acme/shop",
    "https://GitHub.com/acme/shop",
    "git://github.com/acme/shop.git",
  ])("is of the repository at %s", (url) => {
    const target = find("42", clone(remote("origin", url)));
    expect(nameOf(target)).toBe("github.com/acme/shop#42");
    expect(target.pullRequest?.url).toBe("https://github.com/acme/shop/pull/42");
    expect(target.checkout.isOfPullRequest).toBe(true);
  });

  it("is asked for where remotes are of several repositories, upstream first", () => {
    const config = remote("origin", "git@github.com:me/shop.git") + remote("upstream", "git@github.com:acme/shop.git");
    expect(() => find("42", clone(config))).toThrowError(
      expect.objectContaining({ code: "ambiguous", candidates: ["acme/shop#42", "me/shop#42"] }),
    );
    const twice = remote("origin", "git@github.com:Acme/Shop.git") + remote("upstream", "https://github.com/acme/shop");
    expect(nameOf(find("42", clone(twice)))).toBe("github.com/acme/shop#42");
  });

  it("is of the repository that was chosen for gh", () => {
    const chosen = remote("upstream", "git@github.com:acme/shop.git", "\tgh-resolved = base\n");
    const config = remote("origin", "git@github.com:me/shop.git") + chosen;
    expect(nameOf(find("42", clone(config)))).toBe("github.com/acme/shop#42");
  });

  it.each(["/srv/git/shop.git", "file:///srv/git/shop", "../shop", "https://example.com/a/b/c", "host:acme/sh op"])(
    "is of no repository at %s",
    (url) => {
      expect(() => find("42", clone(remote("origin", url)))).toThrowError(
        expect.objectContaining({ code: "not-found" }),
      );
    },
  );

  it("is on the server of the environment where the remote is an alias of ssh", () => {
    const config = remote("origin", "work:acme/shop.git");
    expect(nameOf(find("42", clone(config, { GH_HOST: "git.example" })))).toBe("git.example/acme/shop#42");
    expect(nameOf(find("42", clone(config)))).toBe("github.com/acme/shop#42");
  });
});

describe("a name without a server", () => {
  it("is on that of the clone, else on that of the environment, else on github.com", () => {
    const config = remote("origin", "https://git.example:8443/acme/shop.git");
    expect(nameOf(find("ACME/shop#1", clone(config)))).toBe("git.example:8443/ACME/shop#1");
    expect(nameOf(find("acme/other#1", clone(config)))).toBe("github.com/acme/other#1");
    const env = { GITHUB_SERVER_URL: "https://git.example" };
    expect(nameOf(find("acme/other#1", clone(config, env)))).toBe("git.example/acme/other#1");
    expect(nameOf(find("acme/other#1", clone(config, { ...env, GH_HOST: "Other.Example" })))).toBe(
      "other.example/acme/other#1",
    );
  });
});

describe("a URL", () => {
  const host = clone("");
  it.each([
    ["https://github.com/acme/shop/pull/42/files#diff-1", "github.com/acme/shop#42"],
    ["http://github.com/acme/shop/pull/42", "github.com/acme/shop#42"],
    ["github.com/acme/shop/pull/42", "github.com/acme/shop#42"],
    ["https://www.GitHub.com./acme/shop/pull/42/", "github.com/acme/shop#42"],
    ["https://github.com@evil.example/acme/shop/pull/42", "evil.example/acme/shop#42"],
    ["https://git.example:8443/acme/shop.js/pull/42?x=1", "git.example:8443/acme/shop.js#42"],
    ["http://localhost:3000/acme/shop/pull/42", "localhost:3000/acme/shop#42"],
  ])("%s is %s", (url, name) => {
    expect(nameOf(find(url, host))).toBe(name);
  });

  it.each([
    "http://git.example:8080/acme/shop/pull/42",
    "ftp://github.com/acme/shop/pull/42",
    "https://github.com/acme/shop/issues/42",
    "https://github.com/acme/shop/pull/0",
    "https://github.com/acme/shop/pull/99999999999",
    "https://github.com/acme/shop/pull/42x",
    "https://github.com/ac%2fme/shop/pull/42",
    "javascript:alert(1)",
    `https://github.com/acme/shop/pull/42?${"x".repeat(3000)}`,
  ])("%s is none", (url) => {
    expect(() => find(url, host)).toThrowError(expect.objectContaining({ code: "bad-use" }));
  });
});

describe("a checkout", () => {
  const isOf = (url: string, target = "acme/shop#42") =>
    find(target, clone(remote("origin", url), { GH_HOST: "github.com" })).checkout.isOfPullRequest;

  it("is of a pull request by host, owner and name, in any case", () => {
    expect(isOf("git@github.com:ACME/Shop.git")).toBe(true);
    expect(isOf("work:acme/shop")).toBe(true);
    expect(isOf("git@github.com:me/shop.git")).toBe(false);
    expect(isOf("git@github.com:acme/shop-2.git")).toBe(false);
    expect(isOf("https://git.example/acme/shop", "github.com/acme/shop#42")).toBe(false);
    expect(isOf("ssh://git@git.example:2222/acme/shop", "git.example:8443/acme/shop#42")).toBe(true);
    expect(isOf("https://git.example/acme/shop", "git.example:8443/acme/shop#42")).toBe(false);
  });
});
