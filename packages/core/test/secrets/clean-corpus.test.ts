import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { findSecrets } from "../../src/journal/secrets/find-secrets.ts";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
/** These are about secrets: most of what is found in them is one, made up for a test or as an example. */
const aboutSecrets = /secret|redact|planted|security\.md|password|patterns\.test/i;

const files = execFileSync("git", ["ls-files", "-z"], {
  cwd: root,
  encoding: "utf8",
  maxBuffer: 64 * 1024 ** 2,
})
  .split("\0")
  .filter((file) => /\.(?:[cm]?[jt]sx?|md|jsonl?|ya?ml|toml|css|html|txt|sh)$/.test(file) && !aboutSecrets.test(file));

interface Count {
  readonly lines: number;
  readonly found: readonly string[];
}

function counted(text: string, name: string): Count {
  const { secrets } = findSecrets(text);
  const found = new Map<number, string>();
  for (const { start, end, kind } of secrets) {
    const line = text.slice(0, start).split("\n").length;
    found.set(line, `${name}:${line} ${kind}: ${text.slice(start, Math.min(end, start + 40))}`);
  }
  return { lines: text.split("\n").length, found: [...found.values()] };
}

function total(counts: readonly Count[]): Count {
  return {
    lines: counts.reduce((sum, { lines }) => sum + lines, 0),
    found: counts.flatMap(({ found }) => found),
  };
}

test("of sources, documents, recordings and lockfiles fewer than one line in a thousand is taken for a secret", () => {
  const { lines, found } = total(files.map((file) => counted(readFileSync(join(root, file), "utf8"), file)));
  expect(lines).toBeGreaterThan(100_000);
  expect(found.length / lines, found.join("\n")).toBeLessThan(0.001);
});

/** What looks most like a secret and is none, as it stands in logs, diffs, lockfiles and answers of servers. */
const lookalikes: Readonly<Record<string, (bytes: Buffer) => string>> = {
  "a commit": (bytes) => `commit ${bytes.toString("hex").slice(0, 40)}`,
  "two blobs": (bytes) => `index ${bytes.toString("hex").slice(0, 7)}..${bytes.toString("hex").slice(7, 14)} 100644`,
  "a checksum": (bytes) => `${bytes.toString("hex")}  dist/app.js`,
  "a digest of an image": (bytes) => `Digest: sha256:${bytes.toString("hex")}`,
  "an integrity": (bytes) => `"integrity": "sha512-${bytes.toString("base64")}${bytes.toString("base64")}"`,
  "a UUID": (bytes) => `{"id":"${uuid(bytes)}","parentId":"${uuid(bytes.subarray(4))}"}`,
  "a session": (bytes) => `Resumed session ${uuid(bytes)}`,
  "an id of a call": (bytes) => `{"call_id":"call_${bytes.toString("base64url").slice(0, 24)}","type":"function_call"}`,
  "an id of a message": (bytes) => `{"id":"msg_${bytes.toString("hex").slice(0, 48)}","role":"assistant"}`,
  "a picture": (bytes) => `data:image/png;base64,${Buffer.concat([bytes, bytes, bytes]).toString("base64")}`,
  "a picture in JSON": (bytes) => `{"type":"base64","media_type":"image/png","data":"${bytes.toString("base64")}"}`,
  "an etag": (bytes) => `ETag: W/"${bytes.toString("hex").slice(0, 32)}"`,
  "a request": (bytes) => `x-request-id: ${bytes.toString("hex").slice(0, 32)}`,
  "a cache key": (bytes) => `cache-key: node-cache-Linux-npm-${bytes.toString("hex")}`,
  "a chunk": (bytes) => `dist/assets/index-${bytes.toString("base64url").slice(0, 8)}.js  12.31 kB`,
  "a public key": (bytes) => `ssh-ed25519 ${bytes.toString("base64")} me@host`,
  "a fingerprint": (bytes) => `SHA256:${bytes.toString("base64").replaceAll("=", "")}`,
  "an address": (bytes) =>
    `https://example.test/d/${bytes.toString("base64url")}/view?v=${bytes.toString("hex").slice(0, 8)}`,
  "a temporary folder": (bytes) =>
    `/tmp/build-${bytes.toString("base64url").slice(0, 10)}/out/${bytes.toString("hex").slice(0, 20)}.o`,
  "an encrypted reasoning": (bytes) =>
    `{"type":"reasoning","encrypted_content":"gAAAAA${bytes.toString("base64url")}"}`,
};

test("of ids, hashes and pictures fewer than one in a hundred is taken for a secret", () => {
  const each = 500;
  for (const [name, lookalike] of Object.entries(lookalikes)) {
    const texts = Array.from({ length: each }, (_, index) =>
      lookalike(createHash("sha256").update(`${name} ${index}`).digest()),
    );
    const found = texts.filter((text) => findSecrets(text).secrets.length > 0);
    expect(found.length, `${name}: ${found[0]}`).toBeLessThan(each / 100);
  }
});

function uuid(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, "$1-$2-4$3-a$4-$5");
}
