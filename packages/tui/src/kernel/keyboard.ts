/**
 * Keys that look alike to a terminal of old, such as Enter and Shift-Enter, are told apart by Kitty's protocol or, where
 * that is not known, by xterm's. Which of them a terminal has is asked once; until it has answered neither is on.
 */
interface Keyboard {
  /** What is written when the terminal is taken. */
  enter(): string;
  /** What is written after something the terminal reported. */
  hear(report: string): string;
  /** What is written before the terminal is given back: puts off what is on. */
  leave(): string;
  /** An answer is on its way. */
  readonly isAwaiting: boolean;
}

type Protocol = "kitty" | "xterm";

/** Kitty's flags by their own name, what Alt does, then a question that every terminal answers: after it no other answer comes. */
const question = "\x1b[?u\x1b[?1036$p\x1b[c";

/** Alt writes another letter, as in xterm when nobody has set it: then Alt-B would be â. While we are here it is told as Alt. */
const altIsLetter = "\x1b[?1036;2$y";
const alt = { on: "\x1b[?1036h", off: "\x1b[?1036l" } as const;

/** Kitty: no key looks like another, and keys of other alphabets are told by their place too. What xterm has is reset, not put off: a person may have it on. */
const codes: Readonly<Record<Protocol, { readonly on: string; readonly off: string }>> = {
  kitty: { on: "\x1b[>5u", off: "\x1b[<u" },
  xterm: { on: "\x1b[>4;1m\x1b[0m", off: "\x1b[>4m" },
};

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
