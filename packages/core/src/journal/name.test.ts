import type { RunId, RunScope, Timestamp } from "@reprise/model";
import { describe, expect, it } from "vitest";
import { journalName, scopeFolder } from "./name.ts";

const pull = (owner: string, repository: string, host = "github.com"): RunScope => ({
  kind: "pull-request",
  host,
  owner,
  repository,
  number: 42,
});

describe("names of journals", () => {
  it("say what a run was about and when", () => {
    const name = journalName(
      pull("owner/name", "repo.name"),
      "2026-02-15T10:32:07.123Z" as Timestamp,
      "r1" as RunId,
    );
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
});
