import { typedPrompt } from "@reprise/model";
import { beforeAll, describe, expect, it } from "vitest";
import { command, nothingElse, prompt, reply, turnOf } from "../../../../test/briefs/turns.ts";
import { type CountTokens, mostTokens } from "../../../transcript/count-tokens.ts";
import { recapOf } from "../../unfinished.ts";
import { writeBrief } from "../write-brief.ts";
import { earlierBrief } from "./earlier-brief.ts";
import { readDigest } from "./read-digest.ts";

let count: CountTokens;
beforeAll(async () => {
  count = await mostTokens();
});

const turns = [
  turnOf(1, "completed", [prompt("Fix the client. Never use tenacity. Keep Python 3.9."), reply("Fixed.")]),
  turnOf(2, "completed", [prompt("also log each retry"), reply("Logged.")]),
  turnOf(3, "completed", [prompt("ok you may use tenacity now"), command("make", 0, ""), reply("Good.")]),
];

describe("a session that was begun with a brief", () => {
  it("has the goal and the constraints of the session before it", async () => {
    const { text } = writeBrief(await readDigest(turns), nothingElse, { tokens: 1000, count });
    for (const first of [text, `What came before, in short.\n\n${text}`]) {
      const begun = turnOf(1, "completed", [prompt(first), reply("I have read it.")]);
      const { goal, constraints } = await readDigest([begun]);
      expect(goal?.text.excerpt.head).toBe(
        "Fix the client. Never use tenacity. Keep Python 3.9.\nalso log each retry\nok you may use tenacity now",
      );
      expect(constraints.map(({ clause }) => clause)).toEqual(["Keep Python 3.9."]);
    }
  });

  it("is not seen in a prompt that only mentions one", () => {
    expect(earlierBrief("Restore this session: please")).toBe(null);
    expect(earlierBrief("What does `Restore this session: x` mean?\n\n## Goal\n```\na\n```")).toBe(null);
  });
});

it("the recap of unfinished work before a prompt is not the person's", async () => {
  const unfinished = [
    { item: "x", kind: "command", subject: "never stop", outcome: "unknown", evidence: "e" },
  ] as const;
  const sent = `${recapOf(unfinished)}\n\nNow rename the flag.`;
  expect(typedPrompt(sent)).toBe("Now rename the flag.");
  const script = [{ ...unfinished[0], subject: "cat <<EOF\none\n\n \ntwo\nEOF" }];
  expect(typedPrompt(`${recapOf(script)}\n\nNow rename the flag.`)).toBe("Now rename the flag.");
  const { goal, requests } = await readDigest([turnOf(1, "completed", [prompt(sent)])]);
  expect([goal?.text.line(99), requests[0]?.prompt.line(99)]).toEqual(["Now rename the flag.", "Now rename the flag."]);
});

it("many statements of how something must be leave room for the goal; orders are kept before it", async () => {
  const must = Array.from({ length: 60 }, (_, index) => `Field number ${index} must stay optional in the form.`);
  const said = `Build the form. ${must.join(" ")} Never use jQuery.`;
  const digest = await readDigest([turnOf(1, "completed", [prompt(said), reply("Done.")])]);
  const { text } = writeBrief(digest, nothingElse, { tokens: 512, count });
  expect(text).toContain('"Never use jQuery."');
  expect(text).toContain("## Goal");
  expect(text).toMatch(/\(\d+ earlier ones not shown\)/);
});
