const looksBack = 1200;
const pleasantry =
  /^(?:is there )?anything else\b|^(?:what|how) (?:else )?(?:can|may) i (?:do|help)\b|^what would you like (?:me )?to (?:do|work on)\b|^wobei kann ich\b|^(?:kann ich sonst|noch etwas)\b/i;
const asksPlainly =
  /\b(?:please (?:confirm|choose|decide|let me know|tell me)|let me know (?:which|whether|if|how|what)|(?:need|waiting for|await) your (?:decision|input|confirmation|answer|approval|choice)|i need (?:a decision|to know)|bitte (?:bestätige|entscheide|sag mir))\b/i;

/** What a reply asks the person: its last paragraphs from the question on; null when it asks nothing. */
export function questionIn(reply: string): string | null {
  const tail = reply
    .trimEnd()
    .slice(-looksBack)
    .replace(/```[\s\S]*?(?:```|$)/g, " ");
  const paragraphs = tail.split(/\n\s*\n/).filter((text) => text.trim() !== "");
  for (let index = paragraphs.length - 1; index >= Math.max(0, paragraphs.length - 2); index -= 1) {
    if (asks(paragraphs[index] ?? "")) return paragraphs.slice(index).join("\n\n").trim();
  }
  return null;
}

function asks(paragraph: string): boolean {
  return paragraph
    .split(/(?<=[.!?])\s+|(?<=[。！？])|\n+/)
    .map((sentence) => sentence.trim().replace(/^(?:[-*•]|\d+[.)])\s+|^[*_"“]+/, ""))
    .some(
      (sentence) =>
        (/[?？][*_"”)]*$/.test(sentence) && !pleasantry.test(sentence)) || asksPlainly.test(sentence),
    );
}
