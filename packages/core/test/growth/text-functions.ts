import {
  exactCode,
  exactLine,
  exactText,
  FoldedText,
  parseSearch,
  quotedWord,
  safeBody,
  safeLine,
  safeText,
  type Timestamp,
} from "@reprise/model";
import type { TextFunction } from "@reprise/testkit";
import { badItemsIn, imageInAddress } from "../../src/agents/ailments/bad-item.ts";
import { attachedIn } from "../../src/agents/attached-text.ts";
import { attachedInAsides, classifyUserText } from "../../src/agents/claude/read/classify-user-text.ts";
import { outcomeOf as claudeOutcome } from "../../src/agents/claude/read/result.ts";
import { endedError } from "../../src/agents/codex/driver/call-error.ts";
import { refusalOf } from "../../src/agents/codex/driver/refusal.ts";
import { scriptOf, shellWords } from "../../src/agents/codex/driver/shell-words.ts";
import { bodyOfCall, outcomeOf } from "../../src/agents/codex/read/call.ts";
import { promptTextOf } from "../../src/agents/codex/read/message.ts";
import { changesOfPatch } from "../../src/agents/codex/read/patch.ts";
import { threadItemOf } from "../../src/agents/codex/write/thread-item.ts";
import { failureOf } from "../../src/agents/exec/failure.ts";
import { lastWords } from "../../src/agents/exec/stderr.ts";
import { callOf } from "../../src/agents/gemini/read/call.ts";
import { readShellOutput } from "../../src/agents/gemini/read/shell-output.ts";
import { splitMessage } from "../../src/agents/gemini/read/user-message.ts";
import { changesOf } from "../../src/agents/opencode/read/edit.ts";
import { asTyped } from "../../src/agents/opencode/read/prompt-text.ts";
import { parseLine } from "../../src/agents/reading/parse-line.ts";
import { replacementsIn } from "../../src/agents/writing/native-items.ts";
import { patchText } from "../../src/agents/writing/patch-text.ts";
import { searchTexts } from "../../src/catalog/text/item-text.ts";
import { Matcher } from "../../src/catalog/text/match.ts";
import { WordSet } from "../../src/catalog/text/word-set.ts";
import { redactSecrets, redactWrapped } from "../../src/journal/redact.ts";
import { bareCommand, changesOfCommand, isCheck, isProbe } from "../../src/restore/brief/digest/command-line.ts";
import { Constraints } from "../../src/restore/brief/digest/constraints.ts";
import { courseOf, isNewRequest, isSmallTalk, questionIn } from "../../src/restore/brief/digest/prompt-intent.ts";
import { Clip } from "../../src/restore/brief/text/clip.ts";
import { fitText } from "../../src/restore/brief/text/fit-text.ts";
import { safeLine as briefLine, safeText as briefText, safeOutput } from "../../src/restore/brief/text/safe-text.ts";
import { TokenCost } from "../../src/restore/brief/text/token-cost.ts";
import { fileDiff, newFileMode } from "../../src/restore/files/file-diff.ts";
import { hunksIn, withHunks, withoutHunks } from "../../src/restore/files/hunks.ts";
import { NamedFiles } from "../../src/restore/files/named-files.ts";
import { isGitName } from "../../src/restore/files/rewind-limits.ts";
import { mayBeApplied } from "../../src/restore/files/undo-edits.ts";
import { cleanOutput, cleanValue } from "../../src/restore/history/clean-text.ts";
import { segmentsOf } from "../../src/restore/history/segments.ts";
import { estimateTokens } from "../../src/transcript/count-tokens.ts";
import { onOneLine } from "../../src/transcript/title.ts";
import { sameUrl } from "../../src/workspace/repository.ts";

const at = null;
const context = { agents: ["codex"], now: "2026-11-15T20:00:00.000Z" as Timestamp };
const terms = ["aaaa", '"a a"', "aa [b"].map((text) => new Matcher(parseSearch(text, context).terms));
const tool = (text: string) => ({ kind: "tool", name: "t", input: { text }, output: text, status: "done" }) as const;

/** What core does with texts of agents, of the person and of files. */
export function textFunctions(): Readonly<Record<string, TextFunction>> {
  return {
    safeText,
    safeLine,
    safeBody,
    exactText,
    exactLine,
    exactCode,
    quotedWord,
    parseLine: (text) => {
      const bytes = Buffer.from(text);
      return parseLine(bytes, 0, bytes.length, { isOpenEnded: false, isRecord: () => false });
    },
    "parseLine, a torn record": (text) => {
      const bytes = Buffer.from(`{"timestamp":"x","payload":${JSON.stringify(text)}`);
      return parseLine(bytes, 0, bytes.length, { isOpenEnded: false, isRecord: () => false });
    },
    "codex message": (text) => promptTextOf({ role: "user", content: [{ type: "input_text", text }] }),
    "codex shell call": (text) =>
      bodyOfCall("shell", { arguments: JSON.stringify({ command: ["bash", "-lc", text] }) }),
    "codex call, raw": (text) => bodyOfCall("shell", { arguments: text }),
    "codex patch": changesOfPatch,
    "codex command outcome": (text) => outcomeOf("command", text),
    "codex tool outcome": (text) => outcomeOf("tool", text),
    "codex refusal": (text) => refusalOf(new Error(text)),
    "codex end": (text) => endedError(null, text, null),
    "codex script": scriptOf,
    "codex shell words": shellWords,
    "codex edit told": (text) =>
      threadItemOf(
        {
          kind: "call",
          call: { tool: "edit", changes: [{ path: "a", change: "update", diff: text }] },
          id: "c",
          output: "",
          hasFailed: false,
          at,
        },
        "x",
        "/",
      ),
    "attached text": attachedIn,
    "claude reminders": attachedInAsides,
    "gemini user message": (text) => splitMessage([{ text }, { text: `@${text}` }]),
    "shell command of a person": (text) =>
      promptTextOf({ content: [{ type: "input_text", text: `<user_shell_command>${text}` }] }),
    "replacements in a diff": replacementsIn,
    "claude user text": classifyUserText,
    "claude tool result": (text) => claudeOutcome({ content: text }, { toolUseResult: { stdout: text } }, null),
    "gemini shell output": readShellOutput,
    "gemini call": (text) => callOf({ name: "replace", args: { file_path: "a" }, resultDisplay: { fileDiff: text } }),
    "opencode edit": (text) => changesOf("edit", { filePath: "a" }, { diff: text }),
    "opencode patch": (text) => changesOf("apply_patch", { patchText: text }, {}),
    "opencode prompt": asTyped,
    failureOf,
    lastWords,
    poisonIn: (text) =>
      badItemsIn(
        { content: [{ text }, `data:image/png;base64,${text}`] },
        { imageOf: imageInAddress, sealedFields: new Set() },
      ),
    searchTexts: (text) => [...searchTexts(tool(text))],
    WordBag: (text) => {
      const bag = new WordSet();
      bag.add(text);
      return bag.take();
    },
    Matcher: (text) =>
      terms.map((matcher) => matcher.find(tool(text)).map((found) => found && matcher.snippetAt(found))),
    parseSearch: (text) => [parseSearch(`x${text}`, context), parseSearch(`"${text}`, context)],
    FoldedText: (text) => new FoldedText(text).rangeOf(0, 1),
    redactSecrets,
    redactWrapped,
    "brief text": briefText,
    "brief output": safeOutput,
    "brief line": (text) => briefLine(text, 200),
    "brief excerpt": (text) => {
      const { excerpt } = new Clip(text, { head: 24_000, tail: 8_000 }, "printed");
      return fitText(excerpt, 500, new TokenCost(estimateTokens));
    },
    "constraints of a prompt": (text) => new Constraints().take(text, { place: 1, turn: 1 }),
    "sense of a prompt": (text) => [isSmallTalk(text), courseOf(text), isNewRequest(text, new Set())],
    "question in a reply": questionIn,
    "kind of a command": (text) => [bareCommand(text), isProbe(text), isCheck(text)],
    "files of a command": (text) => changesOfCommand(text, "/w"),
    hunksIn: (text) => hunksIn(`@@ -1,9999999 +1,9999999 @@\n${text}`),
    "hunks applied": (text) => {
      const hunks = hunksIn(text) ?? [];
      return [withHunks(text, hunks), withoutHunks(text, hunks)];
    },
    newFileMode,
    fileDiff: (text) =>
      fileDiff({
        name: "a",
        now: text,
        earlier: [...text.split("\n")].reverse().join("\n"),
        mode: 0,
        note: null,
      }),
    isGitName,
    NamedFiles: (text) => {
      const named = new NamedFiles();
      named.note(text, 1);
      return named.lastNaming(text);
    },
    hasTrace: (text) =>
      mayBeApplied(
        { change: "update", status: "failed", diff: text, path: "a" } as never,
        { kind: "known", text: text.replaceAll("a", "b") } as never,
      ),
    cleanOutput,
    cleanValue: (text) => cleanValue({ text, list: text.split(" ") }),
    patchText: (text) => patchText([{ path: text.slice(0, 100), change: "update", diff: text }]),
    segmentsOf: (text) =>
      segmentsOf([{ source: "a", turn: 1, item: { kind: "user", text, at } }], {
        mostTokens: 500,
        count: estimateTokens,
      }),
    onOneLine: (text) => onOneLine(text, 200),
    estimateTokens,
    sameUrl,
  };
}
