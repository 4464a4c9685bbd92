import { expect, it } from "vitest";
import { exactLine, safeLine } from "./safe-text.ts";

it("a command in a brief hides nothing; what somebody wrote loses its colours", () => {
  expect(exactLine("echo hello \u001b]0;touch PWNED;:\u0007\n\tls", 400)).toBe(
    String.raw`echo hello \x1b]0;touch PWNED;:\x07 ls`,
  );
  expect(safeLine("a \u001b[31mred\u001b[0m word", 400)).toBe("a red word");
});

it("a secret in a command is redacted", () => {
  expect(exactLine(`git push https://me:ghp_${"a1B2c3".repeat(6)}@example.test`, 400)).not.toContain("a1B2c3");
});
