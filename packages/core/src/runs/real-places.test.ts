import { plainRequest, type Request } from "@reprise/model";
import { expect, test } from "vitest";
import { withRealPlaces } from "./real-places.ts";

/** `/ws/sub` leads out of the workspace, `/home/me` is `/data/me`. */
const links: Readonly<Record<string, string>> = {
  "/ws/sub": "/opt/out",
  "/ws/sub/there.txt": "/opt/out/there.txt",
  "/home/me": "/data/me",
  "/home/me/a.txt": "/data/me/a.txt",
};
const files = { real: (path: string) => links[path] ?? path };

function edit(cwd: string | null, ...paths: string[]): Request {
  const changes = paths.map((path) => ({ path, change: "add", diff: "x", movedTo: null }) as const);
  return {
    ...plainRequest,
    id: "1",
    kind: "edit",
    subject: paths.join(", "),
    reason: null,
    cwd,
    item: null,
    hash: "h",
    choices: ["once", "decline"],
    changes,
  };
}

test.each(["/ws/sub/evil.txt", "/ws/sub/there.txt", "sub/evil.txt"])("an edit of %s says where it leads", (path) => {
  const request = withRealPlaces(edit("/ws", path), null, files);
  const target = `/opt/out/${path.endsWith("there.txt") ? "there" : "evil"}.txt (where ${path} leads)`;
  expect(request.grants).toEqual([{ access: "write", target }]);
  expect(request.hash).toBeNull();
});

test("a new name through a link is shown too", () => {
  const asked = edit("/ws", "/ws/a.txt");
  const moved = { ...asked, changes: asked.changes.map((change) => ({ ...change, movedTo: "/ws/sub/b.txt" })) };
  expect(withRealPlaces(moved, null, files).grants).toEqual([
    { access: "write", target: "/opt/out/b.txt (where /ws/sub/b.txt leads)" },
  ]);
});

test("without a link in the way nothing changes; a link to the folder of the work is the person's own", () => {
  const plain = edit("/ws", "/ws/a.txt", "/ws/new/b.txt");
  expect(withRealPlaces(plain, null, files)).toBe(plain);
  const linked = edit(null, "/home/me/a.txt", "/home/me/new.txt");
  expect(withRealPlaces(linked, "/home/me", files)).toBe(linked);
});
