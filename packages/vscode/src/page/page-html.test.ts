import { expect, it } from "vitest";
import { pageHtml } from "./page-html.ts";

const index = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <script type="module" crossorigin src="/assets/index-1.js"></script>
    <link rel="stylesheet" crossorigin href="./assets/index-2.css">
  </head>
  <body><div id="app"></div></body>
</html>`;

const html = pageHtml({
  index,
  source: "https://webview.example",
  nonce: "N0nce",
  style: "https://webview.example/editor.css",
  route: '/?folder=%2Fa"b',
  addressOf: (file) => `https://webview.example/page/${file}`,
});

it("files of the page are loaded from the extension, scripts with the nonce", () => {
  expect(html).toContain(
    '<script nonce="N0nce" type="module" crossorigin src="https://webview.example/page/assets/index-1.js">',
  );
  const styles = ["page/assets/index-2.css", "editor.css"].map((file) =>
    html.indexOf(`href="https://webview.example/${file}"`),
  );
  expect(styles).toEqual(styles.toSorted((one, other) => one - other));
  expect(styles).not.toContain(-1);
});

it("the policy comes before anything it is about, and allows no network", () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]+)"/.exec(html);
  expect(policy?.index).toBeLessThan(html.indexOf("<script"));
  expect(policy?.[1]).toMatch(/^default-src 'none'; script-src 'nonce-N0nce'/);
  expect(policy?.[1]).not.toMatch(/connect-src|unsafe|frame-src/);
});

it("the route to start with is in the page, quoted", () => {
  expect(html).toContain('<meta name="reprise-route" content="/?folder=%2Fa&quot;b">');
});
