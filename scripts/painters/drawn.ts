import { type ComponentChild, type ComponentChildren, options, type VNode } from "preact";

type Props = Readonly<Record<string, unknown>> & { readonly children?: ComponentChildren };
/** The names that a build of Preact has for what its hooks ask of a renderer. */
const hooks = options as { __b?: (node: VNode) => void; __r?: (node: VNode) => void };

/** A component as the markup of its first drawing. `context`: what its parents give. */
export function drawn(node: ComponentChildren, context: Readonly<Record<string, unknown>>): string {
  if (Array.isArray(node)) return node.map((one: ComponentChild) => drawn(one, context)).join("");
  if (node === null || node === undefined || typeof node === "boolean") return "";
  if (typeof node !== "object") return escaped(String(node));
  const { type, props } = node as VNode<Props>;
  if (typeof type === "function") return drawn(rendered(node as VNode<Props>, context), context);
  const attributes = Object.entries(props).filter(([name, value]) => name !== "children" && isShown(value));
  const words = attributes.map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("");
  return `<${type}${words}>${drawn(props.children, context)}</${type}>\n`;
}

interface Made {
  props: Props;
  context: unknown;
  render?: (props: Props) => ComponentChildren;
}

function rendered(node: VNode<Props>, all: Readonly<Record<string, unknown>>): ComponentChildren {
  const type = node.type as unknown as { prototype?: { render?: unknown } } & ((props: Props) => ComponentChildren);
  const isClass = typeof type.prototype?.render === "function";
  const made: Made = isClass ? Reflect.construct(type, [node.props]) : { props: node.props, context: all };
  made.props = node.props;
  Object.assign(made, { context: all });
  Object.assign(node, { __c: made });
  hooks.__b?.(node);
  hooks.__r?.(node);
  return isClass ? made.render?.(node.props) : type(node.props);
}

function isShown(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && typeof value !== "function";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
