/** A GitHub server, by its host with its port, if that is not the usual one. */
export interface Server {
  readonly host: string;
  readonly scheme: "https" | "http";
}

/** Plain http is for this machine only. */
export function isLoopback(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(host);
}

/** Null if it is no host: such as one with a path or a name in it. */
export function hostIn(text: string): string | null {
  const url = urlIn(`https://${text}/`);
  if (url === null || url.username !== "" || url.password !== "" || url.pathname !== "/") return null;
  if (url.search !== "" || url.hash !== "" || /[\s\\]/.test(text)) return null;
  return sameHost(url.host);
}

/** `www.github.com` and `github.com.` are the same server. */
export function sameHost(host: string): string {
  const plain = host.toLowerCase().replace(/\.(?=$|:)/, "");
  return plain === "www.github.com" || plain === "ssh.github.com" ? "github.com" : plain;
}

export function urlIn(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
