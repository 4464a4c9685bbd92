import type { Connection, Saving } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { shownConnection } from "./shown-connection.ts";

describe("the status region", () => {
  const view = (state: Connection["state"], detail: string | null = null, saving: Saving["state"] = "on") => ({
    connection: { state, detail, plan: null, planId: null },
    saving: { state: saving, detail: null, owner: null, savedAt: null },
  });

  test("says stale while the server cannot be reached", () => {
    expect(shownConnection(view("live"), "lost").state).toBe("stale");
  });

  test("says degraded while the saved session is locked", () => {
    expect(shownConnection(view("live", null, "locked"), "open")).toEqual({
      state: "degraded",
      detail: "The saved session is locked. Unlock it first.",
    });
  });

  test("says what the server says, with its reason", () => {
    const degraded = { state: "degraded", detail: "Not signed in." } as const;
    expect(shownConnection(view("degraded", "Not signed in."), "open")).toEqual(degraded);
    expect(shownConnection(null, "connecting").state).toBe("connecting");
  });
});
