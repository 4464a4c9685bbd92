export interface ThemedDocument {
  readonly body: { readonly className: string } & Node;
  readonly documentElement: { readonly dataset: DOMStringMap };
}

/** Colours follow the editor, which names its theme on the body, and not the system; design/tokens.css reads it. */
export function followEditorTheme(document: ThemedDocument): void {
  const { body, documentElement } = document;
  const follow = () => {
    const theme = themeOf(body.className);
    if (theme === null) delete documentElement.dataset.editorTheme;
    else documentElement.dataset.editorTheme = theme;
  };
  follow();
  new MutationObserver(follow).observe(body, { attributes: true, attributeFilter: ["class"] });
}

/** Null in an editor that says nothing. */
export function themeOf(classes: string): "light" | "dark" | null {
  const names = classes.split(/\s+/);
  if (names.includes("vscode-light") || names.includes("vscode-high-contrast-light")) return "light";
  return names.includes("vscode-dark") || names.includes("vscode-high-contrast") ? "dark" : null;
}
