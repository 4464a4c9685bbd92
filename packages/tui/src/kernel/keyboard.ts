/**
 * Distinguishes keys that older terminals encode alike, such as Enter and Shift-Enter, by Kitty's protocol or
 * else xterm's. The terminal is queried once; until it answers neither is on.
 */
interface Keyboard {
  /** Returns what to write when the terminal is taken. */
  enter(): string;
  /** Returns what to write after a terminal report. */
  hear(report: string): string;
  /** Returns what to write before the terminal is restored: turns off what is on. */
  leave(): string;
  /** A reply is pending. */
  readonly isAwaiting: boolean;
}

type Protocol = "kitty" | "xterm";

/** Queries Kitty's flags and the Alt mode, then something every terminal answers, which marks the end of the replies. */
const question = "\x1b[?u\x1b[?1036$p\x1b[c";

/** Alt types another letter (xterm's default), so Alt-B would be â. While we run it is reported as Alt. */
const altIsLetter = "\x1b[?1036;2$y";
const alt = { on: "\x1b[?1036h", off: "\x1b[?1036l" } as const;

/**
 * Kitty: keys are unambiguous, and keys of other alphabets also report their position. Xterm's mode is reset,
 * not turned off: the user may have it on.
 */
const codes: Readonly<Record<Protocol, { readonly on: string; readonly off: string }>> = {
  kitty: { on: "\x1b[>5u", off: "\x1b[<u" },
  xterm: { on: "\x1b[>4;1m\x1b[0m", off: "\x1b[>4m" },
};

/** Turns off whichever may be on; Alt as xterm has it. */
export const keyboardOff = codes.kitty.off + codes.xterm.off;

export function makeKeyboard(): Keyboard {
  let known: Protocol | null = null;
  let isOn = false;
  let isHere = false;
  let changesAlt = false;
  let unansweredCount = 0;
  const whatIs = (state: "on" | "off", protocol: Protocol) =>
    codes[protocol][state] + (changesAlt && protocol === "xterm" ? alt[state] : "");
  const putOn = () => {
    if (!isHere || isOn || known === null) return "";
    isOn = true;
    return whatIs("on", known);
  };
  return {
    enter() {
      isHere = true;
      if (known !== null) return putOn();
      unansweredCount += 1;
      return question;
    },
    hear(report) {
      if (report === altIsLetter) changesAlt = !isOn;
      else if (report.endsWith("u")) known ??= "kitty";
      else if (report.endsWith("c")) {
        unansweredCount = Math.max(0, unansweredCount - 1);
        known ??= "xterm";
      }
      return putOn();
    },
    leave() {
      const off = isOn && known !== null ? whatIs("off", known) : "";
      isHere = false;
      isOn = false;
      return off;
    },
    get isAwaiting() {
      return unansweredCount > 0;
    },
  };
}
