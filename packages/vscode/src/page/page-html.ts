export interface PageHtml {
  /** The built index.html. */
  readonly index: string;
  /** The address of a file of the page, such as `assets/index.js`, inside the webview. */
  readonly addressOf: (file: string) => string;
  /** Where the webview loads files from, for its policy. */
  readonly source: string;
  readonly nonce: string;
  /** The address of a stylesheet for pages in an editor. */
  readonly style: string;
  /** Where a new panel starts. */
  readonly route: string;
}

/** The page for a webview: its own files only, no network at all, no script without the nonce. */
export function pageHtml({ index, addressOf, source, nonce, style, route }: PageHtml): string {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' ${source}`,
    `style-src ${source}`,
    `img-src ${source} data: blob:`,
    `font-src ${source}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  const head = [
    `<meta http-equiv="Content-Security-Policy" content="${escaped(policy)}">`,
    `<meta name="reprise-route" content="${escaped(route)}">`,
  ];
  const own = `<link rel="stylesheet" href="${escaped(style)}">`;
  return index
    .replace(/<head[^>]*>/i, (tag) => `${tag}\n${head.join("\n")}`)
    .replace(/(\b(?:src|href)=)"(?:\.?\/)([^"]+)"/g, (_, name, file) => `${name}"${escaped(addressOf(file))}"`)
    .replace(/<script\b/g, `<script nonce="${nonce}"`)
    .replace(/<\/head>/i, (tag) => `${own}\n${tag}`);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
