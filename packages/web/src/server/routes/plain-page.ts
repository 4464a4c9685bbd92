/** A page without scripts and styles. Title and text are HTML of ours. */
export function plainPage(
  status: number,
  title: string,
  text: string,
  { head = "", headers = {} }: { readonly head?: string; readonly headers?: Record<string, string> } = {},
): Response {
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${head}<title>${title} – Reprise</title>
<h1>${title}</h1>
<p>${text}</p>
</html>
`;
  return new Response(page, { status, headers: { "Content-Type": "text/html; charset=utf-8", ...headers } });
}
