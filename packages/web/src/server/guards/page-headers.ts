/** Scripts, styles and calls of this server only, nothing inline, in no frame, sending no form, leading nowhere. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const unused = ["camera", "display-capture", "geolocation", "microphone", "midi", "payment", "serial", "usb"];

/** On every answer of a server that browsers use, whatever it holds. */
export const pageHeaders: Readonly<Record<string, string>> = {
  "Content-Security-Policy": policy,
  "Permissions-Policy": unused.map((name) => `${name}=()`).join(", "),
  "Cross-Origin-Opener-Policy": "same-origin",
  "X-Frame-Options": "DENY",
};
