import { expect, test } from "vitest";
import { ItemKeys } from "./item-keys.ts";

const command = (text: string, id = "c1") => ({ type: "commandExecution", id, command: text });

test("an item keeps its id as long as nothing else uses it", () => {
  const keys = new ItemKeys();
  expect(keys.started(command("ls"))).toBe("c1");
  expect(keys.started(command("ls"))).toBe("c1");
  expect(keys.open("c1")).toBe("c1");
  expect(keys.completed(command("ls"))).toBe("c1");
  expect(keys.completed(command("ls"))).toBe("c1");
  expect(keys.completed(command("pwd", "c2"))).toBe("c2");
  expect(keys.open("c3")).toBe("c3");
});

test("other work under the same id has a key of its own, one after another or at once", () => {
  const keys = new ItemKeys();
  expect(keys.started(command("first"))).toBe("c1");
  expect(keys.completed(command("second"))).toBe("c1~2");
  expect(keys.open("c1")).toBe("c1");
  expect(keys.completed(command("first"))).toBe("c1");
  expect(keys.started(command("first"))).toBe("c1~3");
  expect(keys.open("c1")).toBe("c1~3");
  expect(keys.completed(command("first"))).toBe("c1~3");
  expect(keys.started({ type: "fileChange", id: "c1" })).toBe("c1~4");
});
