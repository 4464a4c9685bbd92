import type { RunId, RunScope, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { isOfRepository, journalName, scopeFolder } from "./journal-name.ts";

const pull = (owner: string, repository: string, host = "github.com"): RunScope => ({
  kind: "pull-request",
  host,
  owner,
  repository,
  number: 42,
});

describe("names of journals", () => {
  it("say what a run was about and when", () => {
    const name = journalName(pull("owner/name", "repo.name"), "2026-02-15T10:32:07.123Z" as Timestamp, "r1" as RunId);
    expect(name).toBe("owner-name-repo-name-pr-42-20260215T103207Z-r1");
  });

  it("no two scopes share a folder, however alike they look", () => {
    const folders = [
      pull("a-b", "c"),
      pull("a", "b-c"),
      pull("a", "b.c"),
      pull("a", "b-c", "ghe.test"),
      pull("a%2d", "b"),
    ].map(scopeFolder);
    expect(new Set(folders).size).toBe(folders.length);
    for (const folder of folders) expect(folder).not.toContain("/");
  });

  it("one pull request has one folder, in whatever case it is written", () => {
    expect(scopeFolder(pull("Acme", "Shop", "GitHub.com"))).toBe(scopeFolder(pull("acme", "shop")));
  });

  it("tell the pull requests of a repository from those of any other", () => {
    const remotes = new Set(["github.com/a/b.c", "/srv/a"]);
    const isIts = (scope: RunScope) => isOfRepository(scopeFolder(scope), remotes);
    expect(isIts(pull("a", "b.c"))).toBe(true);
    expect(isIts(pull("A", "B.c"))).toBe(true);
    expect(isIts(pull("a", "b.c", "ghe.test"))).toBe(false);
    expect(isIts(pull("a", "b.c-1"))).toBe(false);
    expect(isIts({ kind: "workspace", root: "/srv/a" })).toBe(false);
    expect(isOfRepository(scopeFolder(pull("a", "b")), new Set())).toBe(false);
  });
});
