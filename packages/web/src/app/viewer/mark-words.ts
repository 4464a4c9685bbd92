const most = 2000;

/** Marks words in what is on the screen, without changing it. Browsers that cannot do this show no marks. */
export function markWords(root: Element, words: readonly string[], current: Element | null): void {
  if (typeof Highlight === "undefined") return;
  CSS.highlights.clear();
  const wanted = words.map((word) => word.toLowerCase()).filter((word) => word !== "");
  if (wanted.length === 0) return;
  const [others, here] = [new Highlight(), new Highlight()];
  let count = 0;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null && count < most; node = walker.nextNode()) {
    const text = (node.nodeValue ?? "").toLowerCase();
    const isHere = current?.contains(node) === true;
    for (const word of wanted)
      for (let at = text.indexOf(word); at !== -1 && count < most; at = text.indexOf(word, at + word.length)) {
        // A letter may change its length in lower case: no mark is better than a wrong one.
        if (at + word.length > (node.nodeValue ?? "").length) break;
        const range = new Range();
        range.setStart(node, at);
        range.setEnd(node, at + word.length);
        (isHere ? here : others).add(range);
        count += 1;
      }
  }
  CSS.highlights.set("found", others);
  CSS.highlights.set("found-here", here);
}

export function unmarkWords(): void {
  if (typeof Highlight !== "undefined") CSS.highlights.clear();
}
