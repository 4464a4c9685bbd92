import { describe, expect, it } from "vitest";
import { CallIds } from "./call-ids.ts";

const reloaded = (uses: CallIds): CallIds => {
  const again = new CallIds();
  again.load(JSON.parse(JSON.stringify(uses.save())));
  return again;
};

describe("CallUses", () => {
  it("gives a call and its output one key", () => {
    const uses = new CallIds();
    expect(uses.call("c", "command")).toBe("c");
    expect(uses.current("c")).toBe("c");
    expect(uses.answer("c")).toEqual({ key: "c", kind: "command" });
    expect(uses.current("c")).toBe("c");
  });

  it("takes an id that is used again for another call, whether the first is answered or not", () => {
    let uses = new CallIds();
    uses.call("c", "command");
    expect(uses.call("c", "tool")).toBe("c~2");
    uses = reloaded(uses);
    expect(uses.answer("c").key).toBe("c");
    expect(uses.current("c")).toBe("c~2");
    expect(reloaded(uses).answer("c")).toEqual({ key: "c~2", kind: "tool" });
  });

  it("has no call for a second output, and finds the call of one that came first", () => {
    const uses = new CallIds();
    uses.call("c", "edit");
    uses.answer("c");
    expect(reloaded(uses).answer("c")).toEqual({ key: "c~2", kind: null });
    expect(uses.answer("early")).toEqual({ key: "early", kind: null });
    expect(reloaded(uses).call("early", "command")).toBe("early");
  });

  it("forgets what is answered when a turn ends", () => {
    const uses = new CallIds();
    uses.call("done", "tool");
    uses.answer("done");
    uses.call("open", "tool");
    uses.nextTurn();
    expect(uses.call("done", "tool")).toBe("done");
    expect(uses.answer("open")).toEqual({ key: "open", kind: "tool" });
  });
});
