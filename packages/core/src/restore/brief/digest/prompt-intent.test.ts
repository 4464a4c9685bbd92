import { describe, expect, it } from "vitest";
import { courseOf, isNewRequest, isSmallTalk, questionIn } from "./prompt-intent.ts";
import { topicWords } from "./topic-words.ts";

describe("small talk", () => {
  it.each([
    ...[
      "hi",
      "Hello there!",
      "thanks",
      "Perfect, thank you!",
      "continue",
      "ok",
      "yes",
      "yes please",
      "go on",
      "lgtm",
      "👍",
      "",
    ],
    ...[
      "/compact",
      "/model gpt-5",
      "!ls",
      "danke",
      "weiter",
      "merci beaucoup",
      "谢谢",
      "继续",
      "ありがとうございます",
      "да",
    ],
    ...["Continue where you left off.", "that's great, thanks"],
  ])("is no request: %s", (text) => expect(isSmallTalk(text)).toBe(true));

  it.each([
    ...[
      "fix the login",
      "billing next",
      "ok, now the tests",
      "hi, please fix the login page",
      "/etc/hosts is wrong",
      "no, use a set",
    ],
    ...["danke, und jetzt die Tests", "谢谢，现在修复登录页面"],
  ])("is not: %s", (text) => expect(isSmallTalk(text)).toBe(false));
});

describe("the course", () => {
  it.each([
    "forget that, instead add a cache to the client",
    "Forget the pagination, instead look at the CSV export",
    "ok leave that for later, write the migration now",
    "actually let's rewrite it in Go",
    "New task: upgrade the compiler",
    "new goal: publish the package",
    "never mind, look at the login page",
    "Change of plans: we ship on Friday, so only fix the crash",
    "Let's do the importer instead",
    "let's move on to the API docs",
    "scrap that. Use the old parser for the importer",
    "on second thought, use a queue",
    "Vergiss das, schreibe stattdessen einen Test für den Importer",
    "算了，先修复登录页面",
  ])("changes: %s", (text) => expect(courseOf(text)).toBe("changed"));

  it.each(["forget it", "Never mind.", "forget the pagination", "never mind, thanks", "ok, forget about that"])(
    "is dropped without another: %s",
    (text) => expect(courseOf(text)).toBe("withdrawn"),
  );

  it.each([
    "don't forget the tests",
    "use a set instead of a list",
    "skip the slow tests",
    "drop the table orders",
    "stop the server when the test ends",
    "also rename the flag",
    "ignore this warning in the linter",
    "it actually works now",
  ])("stays: %s", (text) => expect(courseOf(text)).toBe(null));
});

describe("a new request", () => {
  const before = topicWords("Fix the flaky retry test of the HTTP client in tests/test_client.py");

  it.each([
    "Add a --verbose flag to the command line",
    "Please write a guide for the plugin authors",
    "The login page answers 500. Fix it in server/login.js",
    "Can you set up a nightly docker image?",
    "Schreibe jetzt eine Kommandozeile für die Vorhersage",
    "现在给用户设置增加一个语言选择",
  ])("is: %s", (text) => expect(isNewRequest(text, before)).toBe(true));

  it.each([
    "Rename retry_count to max_retries in the client",
    "also add a --verbose flag to the command line",
    "Run it on the local database and then run the tests.",
    "Looks good. Run it on the staging database with the new settings",
    "commit this and open a PR",
    "run the tests again",
    "why is the importer slow?",
    "bump the package version too",
    "now the importer settings",
  ])("is not: %s", (text) => expect(isNewRequest(text, before)).toBe(false));
});

describe("a question of the agent", () => {
  it.each([
    ["All done.\n\nShould I also update the docs?", "Should I also update the docs?"],
    [
      "I need a decision: round per step, or once at the end?",
      "I need a decision: round per step, or once at the end?",
    ],
    ["Two ways are possible.\n\n1. A\n2. B\n\nPlease tell me which one.", "Please tell me which one."],
    ["Fertig. Soll ich auch die Tests anpassen?", "Fertig. Soll ich auch die Tests anpassen?"],
    ["已经完成。是否需要提交？", "已经完成。是否需要提交？"],
  ])("is found at the end of %j", (reply, question) => expect(questionIn(reply)).toBe(question));

  it.each([
    "Done. Anything else I can help with?",
    "Hello! What can I do for you today?",
    "Why did it fail? Because the cache was stale.\n\nI cleared it.\n\nThe tests pass.",
    "Use this:\n```\nconst x = a ? b : c; // why?\n```",
    "All tests pass.",
  ])("is not seen in %j", (reply) => expect(questionIn(reply)).toBe(null));
});
