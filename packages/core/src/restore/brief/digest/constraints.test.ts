import { describe, expect, it } from "vitest";
import { Constraints } from "./constraints.ts";

function said(...prompts: string[]) {
  const constraints = new Constraints();
  const rest = prompts.map((prompt, index) => constraints.take(prompt, { place: index + 1, turn: index + 1 }));
  return { constraints, rest, list: constraints.list() };
}

const standing = (...prompts: string[]) =>
  said(...prompts).list.flatMap(({ clause, revoked }) => (revoked === null ? [clause] : []));

describe("a standing constraint", () => {
  it.each([
    "never use tenacity",
    "Don't touch migrations/",
    "dont rename the endpoints",
    "always run make lint",
    "keep Python 3.9",
    "please answer in German",
    "Do not run it against staging before I say so.",
    "Make sure the old clients still work.",
    "We never use mocks here.",
    "I don't want any new dependencies.",
    "The public API must stay backwards compatible.",
    "Leave src/legacy alone.",
    "Only touch files below src/api.",
    "No new dependencies.",
    "You must not force-push.",
    "Stick to the standard library.",
    "Avoid global state.",
    "Ask me before you delete anything.",
    "From now on, commit after each step.",
    "migrations/ is off limits.",
    "Keine neuen Abhängigkeiten.",
    "Ändere nichts an der Datenbank.",
    "Antworte bitte auf Deutsch.",
    "N'utilise jamais lodash.",
    "No toques la base de datos.",
    "不要修改数据库结构。",
    "データベースは変更しないでください。",
    "Никогда не удаляй файлы.",
  ])("is kept verbatim: %s", (sentence) => {
    expect(standing(sentence)).toEqual([sentence]);
    expect(standing(`Fix the login bug in auth.ts. ${sentence}`)).toEqual([sentence]);
  });

  it.each([
    "Fix the retry bug.",
    "I don't understand why it fails.",
    "Don't worry about it.",
    "never mind",
    "It never returns.",
    "Why do we always get a 500?",
    "Why don't you use tenacity?",
    "The tests don't pass.",
    "keep going",
    "It is only slow in the evening.",
    "You don't need to run the linter any more.",
    "No, that is not it.",
    "Das funktioniert nicht.",
    "how do I keep the old name?",
  ])("is not read into: %s", (sentence) => expect(standing(sentence)).toEqual([]));

  it("is found within a longer sentence, from its order on", () => {
    const [row] = said("Rewrite the parser in src/parse.ts, but don't touch the lexer").list;
    expect(row).toMatchObject({
      clause: "don't touch the lexer",
      sentence: "Rewrite the parser in src/parse.ts, but don't touch the lexer",
    });
  });

  it("is every entry of a list of rules", () => {
    const rules = "Rules:\n- exported names stay\n- one module at a time,\n  in any order\n\nStart with auth.";
    expect(standing(rules)).toEqual(["exported names stay", "one module at a time, in any order"]);
  });

  it("is not found in what was pasted", () => {
    const pasted = "It prints:\n```\nnever use eval\n```\n> always do this\nTypeError: never call this;\nFix it.";
    expect(standing(pasted)).toEqual([]);
  });

  it("said twice is listed once", () => {
    expect(standing("Never use tenacity.", "fix it", "never use tenacity")).toEqual(["Never use tenacity."]);
  });

  it("leaves the rest of the prompt as the request", () => {
    expect(said("Always run make lint. And rename A to B.").rest).toEqual(["And rename A to B."]);
  });
});

describe("a revocation", () => {
  it.each([
    ["Never use tenacity.", "ok you may use tenacity now"],
    ["Don't touch migrations/.", "You can edit migrations/0042.sql now."],
    ["Always run make lint.", "no need to run make lint any more"],
    ["Do not run it against staging before I say so.", "go ahead, run it against staging"],
    ["Please answer in German.", "Please answer in English again."],
    ["No new dependencies.", "it's fine to add dependencies now"],
  ])("takes %s back: %s", (constraint, revocation) => {
    const { list } = said(constraint, revocation);
    expect(list[0]).toMatchObject({ clause: constraint, revoked: { turn: 2, sentence: revocation } });
  });

  it.each([
    ["Never use tenacity.", "you may use httpx now"],
    ["Don't touch migrations/.", "you can touch the README"],
    ["Always run make lint.", "you can run the tests now"],
  ])("of something else leaves %s: %s", (constraint, permission) => {
    expect(standing(constraint, permission)).toEqual([constraint]);
  });

  it("can itself be taken back, by rewinding or by saying the constraint again", () => {
    const { constraints } = said("Never use tenacity.", "ok you may use tenacity now");
    constraints.takeBack(2);
    expect(constraints.list()).toMatchObject([{ revoked: null }]);
    expect(standing("Never use tenacity.", "ok you may use tenacity now", "Never use tenacity!")).toEqual([
      "Never use tenacity!",
    ]);
  });
});
