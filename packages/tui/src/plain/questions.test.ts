import type { Answer } from "@reprise/model";
import { describe, expect, test } from "vitest";
import { bomb, dangerous, request } from "../../test/support/plans.ts";
import { approvalQuestion, inputQuestions, yesNoQuestion } from "./questions.ts";

function approval(given: Parameters<typeof request>[0] = {}) {
  const answers: Answer[] = [];
  return { answers, ...approvalQuestion(request(given), (answer) => void answers.push(answer), null) };
}

describe("an approval", () => {
  test("is put as numbered answers, with what is asked, why and where", () => {
    const choices = ["once", "session", "always", "decline", "cancel"] as const;
    const asked = approval({ choices, reason: "It needs the network." });
    expect(asked.prompt).toBe("Type 1 to 5, or the letter.");
    expect(asked.text).toBe(
      [
        "The agent asks to run a command:",
        "Command    │ rm -rf build",
        "Folder     │ /home/me/shop",
        "Agent says │ It needs the network.",
        "1. yes, once (y)",
        "2. yes, for this session (s)",
        "3. yes, always (adds the permanent rule shown above) (a)",
        "4. no (n)",
        "5. no, and stop the turn (c)",
      ].join("\n"),
    );
    const bare = approval({ cwd: null, choices: ["once"] });
    expect(bare.text).toBe("The agent asks to run a command:\nCommand │ rm -rf build\n1. yes, once (y)");
    expect(bare.prompt).toBe("Type 1 to 1, or the letter.");
  });

  test.each([
    ["1", "once"],
    ["2", "session"],
    ["3", "decline"],
    ["4", "cancel"],
    ["y", "once"],
    ["S", "session"],
    ["n", "decline"],
    ["c", "cancel"],
    ["q", "decline"],
  ] as const)("%s answers %s", (line, decision) => {
    const question = approval();
    expect(question.take(line)).toBe(true);
    expect(question.answers).toEqual([{ decision }]);
  });

  test.each(["", "0", "5", "-1", "1.0", "1 ", " 1", "a", "yes", "1y", "x1", "1e0", "0x1"])(
    "%j answers nothing, and the question stands",
    (line) => {
      const question = approval();
      expect(question.take(line)).toBe(false);
      expect(question.answers).toEqual([]);
    },
  );

  test("an edit is shown before the answers", () => {
    const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
    const changes = [{ path: "src/a.ts", change: "add", diff: lines.join("\n"), movedTo: null }] as const;
    const { text } = approval({ kind: "edit", subject: "src/a.ts", changes });
    const [before = ""] = text.split("1. yes, once");
    expect(before).toContain("Change  │ add src/a.ts\n        │ +line 0\n");
    for (const line of lines) expect(before).toContain(`│ +${line}\n`);
  });

  test("the end of the input is a no", () => {
    const question = approval();
    question.drop();
    expect(question.answers).toEqual([{ decision: "decline" }]);
  });

  test("is known by its request, and nothing in it acts on a terminal", () => {
    const { key, text } = approval({ subject: bomb, reason: bomb, cwd: bomb });
    expect(key).toBe("r1");
    for (const line of text.split("\n")) expect(line).not.toMatch(dangerous);
  });
});

describe("questions in words", () => {
  const questions = [
    { id: "q1", text: "Which?", options: ["red", "blue"] },
    { id: "q2", text: "", options: [] },
  ];
  function asked() {
    const answers: Answer[] = [];
    const given = request({ kind: "question", subject: "Tell me more", questions });
    return { answers, waiting: inputQuestions(given, (answer) => void answers.push(answer), null) };
  }
  const at = (index: number, { waiting } = asked()) => {
    const one = waiting[index];
    if (!one) throw new Error(`there is no question ${index}`);
    return one;
  };

  test("are put one after another; one without words is called by what it is about", () => {
    const { waiting } = asked();
    expect(waiting.map(({ key }) => key)).toEqual(["r1", "r1"]);
    expect(waiting.map(({ text }) => text)).toEqual([
      [
        "The agent asks:",
        "Question │ Tell me more",
        "Folder   │ /home/me/shop",
        "Question │ Which?",
        "1.       │ red",
        "2.       │ blue",
      ].join("\n"),
      "The agent asks:\nQuestion │ Tell me more\nFolder   │ /home/me/shop",
    ]);
    expect(waiting.map(({ prompt }) => prompt)).toEqual([
      "Type a number, or an answer in your own words.",
      "Type an answer.",
    ]);
  });

  test("a number is an option, anything else the person's own words; the last answer sends them all", () => {
    const one = asked();
    expect(at(0, one).take("2")).toBe(true);
    expect(one.answers).toEqual([]);
    expect(at(1, one).take("7")).toBe(true);
    expect(one.answers).toEqual([{ decision: "once", answers: { q1: ["blue"], q2: ["7"] } }]);
  });

  test.each(["3", "0", "x2", "2x", "0x2", "2e0", "2 ", " 2", "green"])(
    "%s is no option, and taken as it is",
    (line) => {
      const one = asked();
      at(0, one).take(line);
      at(1, one).take("so");
      expect(one.answers).toEqual([{ decision: "once", answers: { q1: [line], q2: ["so"] } }]);
    },
  );

  test("the tenth option is a number of two digits", () => {
    const options = Array.from({ length: 10 }, (_, index) => `option ${index + 1}`);
    const answers: Answer[] = [];
    const given = request({ kind: "question", questions: [{ id: "q", text: "Which?", options }] });
    inputQuestions(given, (answer) => void answers.push(answer), null)[0]?.take("10");
    expect(answers).toEqual([{ decision: "once", answers: { q: ["option 10"] } }]);
  });

  test("an empty line answers nothing", () => {
    const one = asked();
    expect([at(0, one).take(""), at(1, one).take("")]).toEqual([false, false]);
    expect(one.answers).toEqual([]);
  });

  test("the end of the input is one no for all of them", () => {
    const one = asked();
    at(0, one).drop();
    expect(one.answers).toEqual([]);
    at(1, one).drop();
    expect(one.answers).toEqual([{ decision: "decline" }]);
  });
});

describe("yes or no", () => {
  test.each([
    ["y", true],
    ["YES", true],
    ["1", true],
    ["n", false],
    ["No", false],
    ["2", false],
    ["0", false],
  ])("%s", async (line, isYes) => {
    const question = yesNoQuestion("k", "Go on?");
    expect(question).toMatchObject({ key: "k", text: "Go on?", prompt: "[y/n]" });
    expect(question.take(line)).toBe(true);
    expect(await question.answered).toBe(isYes);
  });

  test.each(["", "ye", "yesno", "yes!", "ay", "nope", "on", "12", "3"])(
    "%j is neither, and the question stands",
    async (line) => {
      const question = yesNoQuestion("k", "Go on?");
      expect(question.take(line)).toBe(false);
      question.drop();
      expect(await question.answered).toBe(false);
    },
  );
});
