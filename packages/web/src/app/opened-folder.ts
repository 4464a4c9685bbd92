const place = "reprise-folder";

/** The folder in the address that `reprise open` made, kept for when the page is loaded again. */
export function openedFolder(hash: string): string {
  const [, search = ""] = hash.split("?", 2);
  const given = new URLSearchParams(search).get("folder");
  try {
    if (given !== null) window.sessionStorage.setItem(place, given);
    return given ?? window.sessionStorage.getItem(place) ?? "/";
  } catch {
    return given ?? "/"; // a browser that stores nothing
  }
}
