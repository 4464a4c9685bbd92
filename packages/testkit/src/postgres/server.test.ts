import { expect, it } from "vitest";
import { until } from "../host/poll.ts";
import { startPostgres, testDatabase } from "./server.ts";

it("gives each test a database of its own, on one server", async () => {
  const [one, other] = [await testDatabase(), await testDatabase()];
  expect(new Set([one, other]).size).toBe(2);
});

it("loses nothing that was committed in a power cut, and leaves nothing behind", async () => {
  const server = await startPostgres();
  const url = await server.newDatabase();
  await server.query(url, "create table kept (word text)");
  await server.query(url, "insert into kept values ('here')");
  await server.restart();
  await until(async () => (await server.query(url, "select word from kept"))[0]?.word === "here");
  await server.close();
  await expect(server.query(url, "select 1")).rejects.toThrow();
});
