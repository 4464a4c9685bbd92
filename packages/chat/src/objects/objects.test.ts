import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describeObjectStore, startS3 } from "@reprise/testkit";
import { testDatabase } from "@reprise/testkit/postgres";
import { describe, expect, it } from "vitest";
import { Database } from "../fleet/database.ts";
import { migrate } from "../fleet/migrations.ts";
import { FolderObjects } from "./folder-objects.ts";
import { contentOf } from "./object-store.ts";
import { PostgresObjects } from "./postgres-objects.ts";
import { S3Objects } from "./s3/s3-objects.ts";
import { s3Place } from "./s3/s3-place.ts";

describeObjectStore("folder", async () => {
  const folder = mkdtempSync(join(tmpdir(), "objects-"));
  return {
    open: async () => new FolderObjects(join(folder, "made when needed")),
    close: async () => rmSync(folder, { recursive: true }),
  };
});

describeObjectStore("PostgreSQL", async () => {
  const database = new Database(await testDatabase(), 12);
  await migrate(database);
  return { open: async () => new PostgresObjects(database.pool), close: () => database.close() };
});

it("a database that was restored with its counters behind refuses an object, and never calls it kept", async () => {
  const database = new Database(await testDatabase(), 2);
  await migrate(database);
  const store = new PostgresObjects(database.pool);
  expect(await store.put("old", contentOf(Buffer.from("old")))).toBe(true);
  await database.query("select setval(pg_get_serial_sequence('reprise.objects', 'id'), 1, false)");
  await expect(store.put("new", contentOf(Buffer.from("new")))).rejects.toMatchObject({ isPassing: false });
  expect(await store.put("new", contentOf(Buffer.from("new")))).toBe(true);
  await database.close();
});

describeObjectStore("S3", async () => {
  const server = await startS3({ pageSize: 2 });
  return {
    open: async () => new S3Objects(await s3Place("s3://chats/some/prefix", server.env), 1),
    close: () => server.close(),
  };
});

const content = contentOf(Buffer.from("content"));

describe("a bucket", () => {
  it("that ignores conditions is noticed: objects are kept, heads are refused", async () => {
    const server = await startS3({ conditions: false });
    const store = new S3Objects(await s3Place("s3://chats", server.env), 1);
    expect(await store.check()).toEqual({ comparesHeads: false });
    expect(await store.put("k", content)).toBe(true);
    expect(await store.put("k", content)).toBe(false);
    await expect(store.changeHead("h", Buffer.from("x"), null)).rejects.toThrow(/ignores conditions/);
    await server.close();
  });

  it("whose answers are lost or late is asked again; what had been written is recognised", async () => {
    const server = await startS3();
    const store = new S3Objects(await s3Place("s3://chats", server.env), 1);
    await store.check();
    const faults: ("lost" | "cut" | number)[] = [];
    server.fault = () => faults.shift() ?? null;
    faults.push(503, "cut", 500);
    expect(await store.put("k", content)).toBe(true);
    faults.push("lost");
    const head = await store.changeHead("h", Buffer.from("one"), null);
    expect(head).not.toBeNull();
    faults.push("lost", 503);
    expect(await store.changeHead("h", Buffer.from("two"), head?.tag ?? "")).not.toBeNull();
    server.fault = () => 503;
    await expect(store.put("other", content)).rejects.toMatchObject({ problem: "unreachable", isPassing: true });
    await server.close();
    await expect(store.readHead("h")).rejects.toMatchObject({ problem: "unreachable", isPassing: true });
  });

  it("takes a large object in parts, all or nothing; a part that was lost is sent again, and one that is refused leaves no upload", async () => {
    const server = await startS3();
    const store = new S3Objects(await s3Place("s3://chats/prefix", server.env), 1);
    const large = randomBytes(20_000_000);
    const asked: string[] = [];
    const faults: ("lost" | "cut" | number)[] = [];
    server.fault = ({ method, query }) => {
      asked.push(`${method} ${query.replace(/uploadId=\w+/, "uploadId")}`);
      return query.includes("partNumber=2") ? (faults.shift() ?? null) : null;
    };
    faults.push("lost", 503);
    expect(await store.put("large", contentOf(large))).toBe(true);
    expect(asked.filter((one) => one.startsWith("PUT ?"))).toEqual(
      [1, 2, 2, 2].map((number) => `PUT ?partNumber=${number}&uploadId`),
    );
    const read: Uint8Array[] = [];
    for await (const piece of store.get("large")) read.push(piece);
    expect(Buffer.concat(read).equals(large)).toBe(true);
    asked.length = 0;
    expect(await store.put("large", contentOf(large))).toBe(false);
    expect(asked.filter((one) => one.startsWith("PUT"))).toEqual([]);
    faults.push(507);
    await expect(store.put("other", contentOf(large))).rejects.toThrow(/507.*Make room/);
    const slow = {
      sizeBytes: large.length,
      bytes: async function* () {
        await store.put("raced", contentOf(Buffer.from("first")));
        yield large;
      },
    };
    expect(await store.put("raced", slow)).toBe(false);
    let losses = 1;
    server.fault = ({ method, query }) =>
      method === "POST" && query.includes("uploadId") && losses-- > 0 ? "lost" : null;
    await store.put("unanswered", contentOf(large));
    let size = 0;
    for await (const piece of store.get("unanswered")) size += piece.length;
    expect(size).toBe(large.length);
    const raced: Uint8Array[] = [];
    for await (const piece of store.get("raced")) raced.push(piece);
    expect(Buffer.concat(raced).toString()).toBe("first");
    expect(server.openUploads).toBe(0);
    await server.close();
  });

  it("refuses wrong credentials and a missing bucket at once, with what to do", async () => {
    const server = await startS3();
    const wrong = new S3Objects(await s3Place("s3://chats", { ...server.env, AWS_SECRET_ACCESS_KEY: "wrong" }), 1);
    await expect(wrong.check()).rejects.toThrow(/403 SignatureDoesNotMatch.*Check the credentials/);
    const other = new S3Objects(await s3Place("s3://another", server.env), 1);
    await expect(other.check()).rejects.toMatchObject({ problem: "refused", isPassing: false });
    await expect(other.readHead("h")).rejects.toMatchObject({ problem: "refused" });
    await server.close();
  });

  it("is found by the usual variables and files, and says what is missing", async () => {
    const home = mkdtempSync(join(tmpdir(), "aws-"));
    const file = join(home, "credentials");
    writeFileSync(
      file,
      "[default]\naws_access_key_id = A\naws_secret_access_key = B\n[other]\naws_access_key_id=C\naws_secret_access_key=D\n",
    );
    const env = { HOME: home, AWS_SHARED_CREDENTIALS_FILE: file, AWS_PROFILE: "other", AWS_REGION: "eu-west-1" };
    expect(await s3Place("s3://chats/p/", env)).toMatchObject({
      prefix: "p/",
      url: "https://chats.s3.eu-west-1.amazonaws.com/",
      credentials: { accessKeyId: "C", secretAccessKey: "D" },
    });
    const minio = { ...env, AWS_ENDPOINT_URL: "http://minio:9000" };
    expect((await s3Place("s3://chats", minio)).url).toBe("http://minio:9000/chats/");
    expect((await s3Place("s3://chats?style=host", minio)).url).toBe("http://chats.minio:9000/");
    await expect(s3Place("s3://chats", { ...env, AWS_PROFILE: "third" })).rejects.toThrow(
      /profile third of .*credentials/,
    );
    await expect(s3Place("s3://", env)).rejects.toThrow(/names no bucket/);
    rmSync(home, { recursive: true });
  });
});
