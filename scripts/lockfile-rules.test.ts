import { expect, test } from "vitest";
import { lockfileProblems, manifestProblems, npmrcProblems } from "./lockfile-rules.ts";

const integrity = "sha512-x";

test("a lockfile without hosts, with every optional package, is free", () => {
  const packages = {
    "": { optionalDependencies: { top: "1.0.0" } },
    "node_modules/@reprise/model": { resolved: "packages/model", link: true },
    "node_modules/top": { integrity, optionalDependencies: { near: "1.0.0", far: "1.0.0" } },
    "node_modules/top/node_modules/near": { integrity },
    "node_modules/far": { integrity },
  };
  expect(lockfileProblems({ packages })).toEqual([]);
});

test("a host, a missing optional package and a missing integrity are caught", () => {
  const packages = {
    "node_modules/a": { integrity, resolved: "https://registry.example/a.tgz" },
    "node_modules/b": { integrity, optionalDependencies: { "b-linux-arm64": "1.0.0" } },
    "node_modules/c": {},
    "node_modules/d/node_modules/b-linux-arm64": { integrity },
  };
  expect(lockfileProblems({ packages })).toEqual([
    "node_modules/a is locked to a host",
    "b-linux-arm64, optional for node_modules/b, is not locked",
    "node_modules/c is locked without integrity",
  ]);
});

test("a manifest names versions, not hosts", () => {
  expect(manifestProblems('{"dependencies": {"a": "1.0.0", "b": "npm:c@1.0.0"}}')).toEqual([]);
  const hosted = {
    dependencies: { a: "https://host.example/a.tgz", b: "git+ssh://host.example/b" },
    publishConfig: { registry: "https://host.example" },
  };
  expect(manifestProblems(JSON.stringify(hosted))).toHaveLength(3);
});

test("an .npmrc is not about one machine", () => {
  expect(npmrcProblems("engine-strict=true\nomit-lockfile-registry-resolved=true\n")).toEqual([]);
  expect(npmrcProblems("registry=https://host.example\n//host.example/:_authToken=x\ncafile=/etc/a.pem\n")).toEqual([
    ".npmrc is about one machine: registry",
    ".npmrc is about one machine: //host.example/:_authToken",
    ".npmrc is about one machine: cafile",
  ]);
});
