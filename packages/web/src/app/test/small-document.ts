import { type ComponentChild, options, render } from "preact";
import { afterAll, beforeAll } from "vitest";

/** As much of a document as Preact needs to draw into, and a person to read and press. */
export class SmallNode {
  parentNode: SmallNode | null = null;
  readonly childNodes: SmallNode[] = [];
  readonly attributes: Record<string, string> = {};
  readonly style: Record<string, string> = {};
  readonly localName: string;
  readonly nodeType: number;
  readonly ownerDocument: unknown = null;
  data = "";
  checked = false;
  isConnected = true;
  indeterminate = false;
  readonly #listeners = new Map<string, (event: unknown) => void>();

  constructor(localName: string, nodeType = 1) {
    this.localName = localName;
    this.nodeType = nodeType;
  }

  get firstChild(): SmallNode | null {
    return this.childNodes[0] ?? null;
  }

  get nextSibling(): SmallNode | null {
    const siblings = this.parentNode?.childNodes ?? [];
    return siblings[siblings.indexOf(this) + 1] ?? null;
  }

  insertBefore(node: SmallNode, before: SmallNode | null): SmallNode {
    node.remove();
    const at = before === null ? -1 : this.childNodes.indexOf(before);
    this.childNodes.splice(at === -1 ? this.childNodes.length : at, 0, node);
    node.parentNode = this;
    return node;
  }

  appendChild(node: SmallNode): SmallNode {
    return this.insertBefore(node, null);
  }

  removeChild(node: SmallNode): SmallNode {
    node.remove();
    return node;
  }

  remove(): void {
    const siblings = this.parentNode?.childNodes;
    if (siblings?.includes(this)) siblings.splice(siblings.indexOf(this), 1);
    this.parentNode = null;
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = String(value);
  }

  removeAttribute(name: string): void {
    delete this.attributes[name];
  }

  addEventListener(type: string, listener: (event: unknown) => void): void {
    this.#listeners.set(type, listener);
  }

  removeEventListener(type: string): void {
    this.#listeners.delete(type);
  }

  showModal(): void {}
  close(): void {}

  /** As if the person did it. */
  press(type: "click" | "change"): void {
    if (type === "change") this.checked = !this.checked;
    this.#listeners.get(type)?.call(this, { type, target: this, currentTarget: this, preventDefault: () => undefined });
  }

  /** What a person reads, each text on a line of its own. */
  get textContent(): string {
    return this.nodeType === 3 ? this.data : this.childNodes.map((one) => one.textContent).join("\n");
  }

  all(localName: string): SmallNode[] {
    return this.childNodes.flatMap((one) => [...(one.localName === localName ? [one] : []), ...one.all(localName)]);
  }
}

const document = {
  title: "",
  activeElement: null,
  createElement: (name: string) => new SmallNode(name),
  createElementNS: (_: string, name: string) => new SmallNode(name),
  createTextNode: (data: unknown) => Object.assign(new SmallNode("#text", 3), { data: String(data) }),
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
};
const window = { location: { hash: "" }, history: { back: () => undefined } };

/** For the tests of one file: components can be drawn, and their effects run at once. */
export function useSmallDocument(): void {
  const given = { document, window, HTMLElement: SmallNode };
  const before = Object.keys(given).map((name) => [name, Reflect.get(globalThis, name)] as const);
  beforeAll(() => {
    Object.assign(globalThis, given);
    options.requestAnimationFrame = (draw) => queueMicrotask(() => draw());
  });
  afterAll(() => {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(globalThis, name);
      else Reflect.set(globalThis, name, value);
    }
    delete options.requestAnimationFrame;
  });
}

export interface Drawn {
  readonly root: SmallNode;
  leave(): void;
}

export function draw(what: ComponentChild): Drawn {
  const root = new SmallNode("main");
  render(what, root as unknown as Element);
  return { root, leave: () => render(null, root as unknown as Element) };
}
