import { describe, expect, it } from "vitest";
import { bareCommand, changesOfCommand, coversCheck, isCheck, isPiped, isProbe } from "./command-line.ts";

describe("a command", () => {
  it("is the same from another folder, and whatever becomes of its output", () => {
    for (const line of ["cd /srv/app && npm test", "npm  test 2>&1", "npm test 2>&1 | tail -20", "timeout 60 npm test"])
      expect(bareCommand(line)).toBe("npm test");
  });

  it("behind a pipe proves nothing, unless the shell says so", () => {
    expect(isPiped("npm test | tail -5")).toBe(true);
    expect(isPiped("set -o pipefail; npm test | tail -5")).toBe(false);
    expect(isPiped("npm test || true")).toBe(false);
  });

  it.each(["rg foo src", "ls -la && cat a.txt", "test -f x", "git diff --stat", "find . | head"])(
    "only looks: %s",
    (line) => expect(isProbe(line)).toBe(true),
  );

  it.each(["npm test", "rm x", "ls && make", "git commit -m x", "python3 -c 'print(1)'"])("works: %s", (line) =>
    expect(isProbe(line)).toBe(false),
  );

  it.each([
    ...[
      "npm test",
      "npm run lint",
      "pytest -q",
      "python3 -m unittest tests/a.py",
      "cargo test",
      "go test ./...",
      "make lint",
    ],
    ...["CRLF=1 npm test", "npx vitest run", "tsc --noEmit", "node server/login.test.js", "cargo clippy"],
  ])("checks: %s", (line) => expect(isCheck(line)).toBe(true));

  it.each(["npm install", "cat test.js", "echo latest", "git checkout main", "node build.js"])(
    "checks nothing: %s",
    (line) => expect(isCheck(line)).toBe(false),
  );

  it("covers a narrower check, and no other", () => {
    expect(coversCheck("npm test", "npm test -- discount")).toBe(true);
    expect(coversCheck("go test ./...", "go test ./store")).toBe(true);
    expect(coversCheck("pytest -q", "pytest tests/test_a.py")).toBe(true);
    expect(coversCheck("pytest tests/test_b.py", "pytest tests/test_a.py")).toBe(false);
    expect(coversCheck("make", "make lint")).toBe(false);
  });
});

describe("files that a command renamed or deleted", () => {
  it.each([
    ["git mv a.js b.js", [{ path: "/w/a.js", change: "move", movedTo: "/w/b.js" }]],
    ["mv a.js lib/", [{ path: "/w/a.js", change: "move", movedTo: "/w/lib/a.js" }]],
    [
      "cd sub && rm -f x.txt 'y z.txt'",
      [
        { path: "/w/sub/x.txt", change: "delete" },
        { path: "/w/sub/y z.txt", change: "delete" },
      ],
    ],
    [
      "mv a b lib",
      [
        { path: "/w/a", change: "move", movedTo: "/w/lib/a" },
        { path: "/w/b", change: "move", movedTo: "/w/lib/b" },
      ],
    ],
    ["rm *.log", []],
    ["rm $FILE", []],
    ["mv a b; true", []],
    ["ls a b", []],
  ])("%s", (command, changes) => expect(changesOfCommand(command, "/w")).toEqual(changes));
});
