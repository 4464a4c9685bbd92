import { parseSync } from "vite";

/** What the rules need to know about one TypeScript file; `path` is relative to the checkout, with slashes. */
export interface SourceFacts {
  path: string;
  imports: Found[];
  /** Files that are loaded before this one runs: no types, nothing that is imported on demand. */
  loads: Found[];
  exportedNames: Found[];
  /** Globals with a rule, by the name under which they were reached: the clock, the environment, `JSON.parse`. */
  globalUses: Found[];
  /** Object literals that are spread into another, or into an element. */
  literalSpreads: Found[];
  /** Calls that serve a route: `app.get` and its like. */
  servedRoutes: Found[];
  /** Strings and parts of templates with a blank in them: what people may read. */
  texts: Found[];
}

export interface Found {
  name: string;
  line: number;
}

interface Node {
  type: string;
  start: number;
  [field: string]: unknown;
}

export function readFacts(path: string, text: string): SourceFacts {
  const program = parsed(path, text);
  const lineOf = (offset: number) => lineAt(text, offset);
  const facts: SourceFacts = {
    path,
    imports: [],
    loads: [],
    exportedNames: [],
    globalUses: [],
    literalSpreads: [],
    servedRoutes: [],
    texts: [],
  };
  walk(program, (node) => {
    const found = (name: string): Found => ({ name, line: lineOf(node.start) });
    const imported = importOf(node);
    if (imported !== null) facts.imports.push(found(imported));
    if (imported !== null && isLoaded(node)) facts.loads.push(found(imported));
    for (const name of exportsOf(node)) facts.exportedNames.push(found(name));
    const used = globalUseOf(node);
    if (used !== null) facts.globalUses.push(found(used));
    if (isLiteralSpread(node)) facts.literalSpreads.push(found("..."));
    if (servesRoute(node)) facts.servedRoutes.push(found("app"));
    const text = textOf(node);
    if (text?.includes(" ")) facts.texts.push(found(text));
  });
  return facts;
}

/** Names, strings and parts of templates in the code that a pattern finds. */
export function wordsLike(pattern: RegExp, path: string, text: string): Found[] {
  const found: Found[] = [];
  walk(parsed(path, text), (node) => {
    const name = textOf(node) ?? nameOf(node);
    if (name !== null && pattern.test(name)) found.push({ name, line: lineAt(text, node.start) });
  });
  return found;
}

function parsed(path: string, text: string): Node {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} cannot be parsed: ${errors[0].message}`);
  return program as unknown as Node;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, visit);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}

function importOf(node: Node): string | null {
  switch (node.type) {
    case "ImportDeclaration":
    case "ExportNamedDeclaration":
    case "ExportAllDeclaration":
    case "ImportExpression":
    case "TSImportType":
      return literalOf(node.source);
    case "CallExpression":
      return isName(node.callee, "require") ? literalOf((node.arguments as unknown[])[0]) : null;
    default:
      return null;
  }
}

function isLoaded({ type, importKind, exportKind, specifiers }: Node): boolean {
  if (type !== "ImportDeclaration" && type !== "ExportNamedDeclaration" && type !== "ExportAllDeclaration")
    return false;
  if (importKind === "type" || exportKind === "type") return false;
  const names = (specifiers as Node[] | undefined) ?? [];
  return names.length === 0 || names.some((one) => one.importKind !== "type" && one.exportKind !== "type");
}

function exportsOf(node: Node): string[] {
  if (node.type === "ExportAllDeclaration") return namesIn(node.exported);
  if (node.type === "ExportDefaultDeclaration") return namesIn((node.declaration as Node).id);
  if (node.type !== "ExportNamedDeclaration") return [];
  const specifiers = (node.specifiers as Node[]).flatMap((specifier) => namesIn(specifier.exported));
  const declaration = node.declaration as Node | null;
  const declared = (declaration?.declarations as Node[] | undefined) ?? (declaration ? [declaration] : []);
  return [...specifiers, ...declared.flatMap((one) => namesIn(one.id))];
}

/** The names that a pattern binds: one for an identifier, several for `{ a, b: [c] }`. */
function namesIn(pattern: unknown): string[] {
  if (!isNode(pattern)) return [];
  if (pattern.type === "Identifier") return [pattern.name as string];
  if (pattern.type === "Property") return namesIn(pattern.value);
  if (pattern.type === "AssignmentPattern") return namesIn(pattern.left);
  if (pattern.type === "RestElement") return namesIn(pattern.argument);
  return [...((pattern.properties as unknown[]) ?? []), ...((pattern.elements as unknown[]) ?? [])].flatMap(namesIn);
}

function globalUseOf(node: Node): string | null {
  if (node.type === "MemberExpression") {
    const property = node.computed ? literalOf(node.property) : nameOf(node.property);
    if (property === "env" && endsInName(node.object, "process")) return "process.env";
    if (property === "now" && endsInName(node.object, "Date")) return "Date.now";
    if (property === "parse" && endsInName(node.object, "JSON")) return "JSON.parse";
  }
  if (node.type === "VariableDeclarator" && isName(node.init, "process")) {
    const properties = ((node.id as Node).properties as Node[] | undefined) ?? [];
    if (properties.some((property) => nameOf(property.key) === "env")) return "process.env";
  }
  const isBareDate = isName(node.callee, "Date") && (node.arguments as unknown[]).length === 0;
  if (isBareDate && node.type === "NewExpression") return "new Date()";
  if (isBareDate && node.type === "CallExpression") return "Date()";
  return null;
}

function isLiteralSpread({ type, argument, properties }: Node): boolean {
  const isObject = (value: unknown) => isNode(value) && value.type === "ObjectExpression";
  if (type === "JSXSpreadAttribute") return isObject(argument);
  if (type !== "ObjectExpression") return false;
  return (properties as Node[]).some((one) => one.type === "SpreadElement" && isObject(one.argument));
}

const ROUTING = ["get", "post", "put", "patch", "delete", "on", "all", "route", "mount"];

function servesRoute({ type, callee }: Node): boolean {
  if (type !== "CallExpression" || !isNode(callee) || callee.type !== "MemberExpression") return false;
  const name = callee.computed ? literalOf(callee.property) : nameOf(callee.property);
  return endsInName(callee.object, "app") && ROUTING.includes(name ?? "");
}

function endsInName(node: unknown, name: string): boolean {
  return isName(node, name) || (isNode(node) && node.type === "MemberExpression" && isName(node.property, name));
}

function isName(node: unknown, name: string): boolean {
  return nameOf(node) === name;
}

function nameOf(node: unknown): string | null {
  return isNode(node) && node.type === "Identifier" ? (node.name as string) : null;
}

function textOf(node: Node): string | null {
  if (node.type === "TemplateElement") return (node.value as { cooked: string | null }).cooked;
  return node.type === "JSXText" ? String(node.value) : literalOf(node);
}

function literalOf(node: unknown): string | null {
  return isNode(node) && node.type === "Literal" && typeof node.value === "string" ? node.value : null;
}
