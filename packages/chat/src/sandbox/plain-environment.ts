import type { Host } from "@reprise/core";

/** What programs need to find each other, speak the right language and reach the network. No keys. */
const plain =
  /^(?:PATH|LANG|LANGUAGE|LC_[A-Z]+|TERM|COLORTERM|TZ|USER|LOGNAME|SHELL|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|CURL_CA_BUNDLE|REQUESTS_CA_BUNDLE|(?:https?|all|no)_proxy)$/i;

/** The part of our environment that an isolated sandbox gets. */
export function plainEnvironment(env: Host["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && plain.test(name) ? [[name, value]] : [])),
  );
}
