import { describe, expect, it } from "vitest";
import { attachedInAsides, classifyUserText } from "./classify-user-text.ts";

describe("hear", () => {
  it("takes a person's words as they are", () => {
    expect(classifyUserText("  Fix the bug\n")).toEqual({ kind: "prompt", text: "  Fix the bug\n" });
    expect(classifyUserText("<div>why is this red?</div>")).toEqual({
      kind: "prompt",
      text: "<div>why is this red?</div>",
    });
    expect(classifyUserText("[Request interrupted by user] is what I see. Why?").kind).toBe("prompt");
  });

  it("hears an interruption", () => {
    for (const text of [
      "[Request interrupted by user]",
      "[Request interrupted by user for tool use]",
      "[Request interrupted: the session ended before this agent finished. Nobody asked it to stop.]",
    ]) {
      expect(classifyUserText(text).kind).toBe("interrupted");
    }
  });

  it("takes a command that makes a prompt for a prompt, and one that the harness runs for a notice", () => {
    const made =
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>12</command-args>";
    expect(classifyUserText(made)).toEqual({ kind: "prompt", text: "/review 12" });
    const run =
      "<command-name>/compact</command-name>\n   <command-message>compact</command-message>\n   <command-args></command-args>";
    expect(classifyUserText(run)).toEqual({ kind: "notice", text: "/compact" });
    expect(classifyUserText("<command-message>init is running…</command-message>")).toEqual({
      kind: "prompt",
      text: "/init is running…",
    });
  });

  it("tells what a command printed, and nothing when it printed nothing", () => {
    expect(classifyUserText("<local-command-stdout>Compacted </local-command-stdout>")).toMatchObject({
      kind: "attached",
      text: "Compacted",
    });
    expect(classifyUserText("<local-command-stdout></local-command-stdout>").kind).toBe("nothing");
    expect(classifyUserText("<bash-input>ls -l</bash-input>")).toEqual({ kind: "command", text: "ls -l" });
    expect(classifyUserText("<bash-stdout>a.txt</bash-stdout><bash-stderr></bash-stderr>")).toEqual({
      kind: "output",
      text: "a.txt",
    });
    expect(classifyUserText("<task-notification>\n<task-id>x</task-id>\n</task-notification>").kind).toBe("attached");
    expect(classifyUserText('<teammate-message teammate_id="x">hi</teammate-message>').kind).toBe("attached");
  });

  it("leaves out what was sent to the model only, and keeps the words beside it", () => {
    expect(classifyUserText("<system-reminder>be good</system-reminder>").kind).toBe("nothing");
    expect(classifyUserText("<local-command-caveat>do not answer</local-command-caveat>").kind).toBe("nothing");
    expect(classifyUserText("<system-reminder>cut off").kind).toBe("nothing");
    expect(
      classifyUserText("<system-reminder>a</system-reminder>\n<system-reminder>b</system-reminder>\nGo on"),
    ).toEqual({ kind: "prompt", text: "Go on" });
    expect(classifyUserText(" \n").kind).toBe("nothing");
  });

  it.each([
    "agent-message",
    "coordinator-relay",
    "cross-session-message",
    "fetched-web-content",
    "mcp-polling-update",
    "mcp-resource-update",
    "post-tool-use-hook",
    "remote-review",
    "remote-review-progress",
    "slack-ping",
    "slack-tag-message",
    "untrusted-widget-state",
  ])("a text in <%s> is an attachment", (tag) => {
    expect(classifyUserText(`<${tag} from="x">hello</${tag}>`)).toMatchObject({
      kind: "attached",
      attached: { kind: "attachment", what: "context", name: tag.replaceAll("-", " ") },
    });
  });

  it.each(["browser_instruction", "fork-boilerplate", "ide_opened_file", "ide_selection"])(
    "<%s> in front of a prompt is an attachment, and the words are the prompt",
    (tag) => {
      const context = `<${tag}>The user opened a.ts</${tag}>`;
      const attached = [
        {
          kind: "attachment",
          what: "context",
          name: tag.replaceAll(/[-_]/g, " "),
          text: "The user opened a.ts",
        },
      ];
      expect(classifyUserText(`${context}\nWhat does this do?`)).toEqual({
        kind: "prompt",
        text: "What does this do?",
      });
      expect(classifyUserText(context).kind).toBe("nothing");
      expect(attachedInAsides(`${context}\nWhat does this do?`)).toEqual(attached);
      expect(attachedInAsides(`<system-reminder>be good</system-reminder>${context}`)).toEqual(attached);
      expect(classifyUserText(`<${tag}> is what I see. Why?`).kind).toBe("prompt");
      expect(attachedInAsides(`<${tag}> is what I see. Why?`)).toEqual([]);
    },
  );

  it("a person may start with a tag of their own", () => {
    for (const text of ["<terminal>ls</terminal> fails", "<browser>x</browser>", "<ide>x</ide>"])
      expect(classifyUserText(text)).toEqual({ kind: "prompt", text });
  });
});
