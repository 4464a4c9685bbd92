const place = "reprise-folder";

/** The folder in the address that `reprise open` made, kept for when this tab is loaded again, and for tabs without one. */
export function openedFolder(hash: string): string {
  const [, search = ""] = hash.split("?", 2);
  const given = new URLSearchParams(search).get("folder");
  try {
    if (given !== null)
      for (const storage of [window.sessionStorage, window.localStorage]) storage.setItem(place, given);
    return given ?? window.sessionStorage.getItem(place) ?? window.localStorage.getItem(place) ?? "/";
  } catch {
    return given ?? "/"; // a browser that stores nothing
  }
}
