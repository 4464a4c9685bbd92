/** What this browser keeps of a choice; null without one, or where storage is forbidden. */
export function stored(name: string): string | null {
  try {
    return window.localStorage.getItem(`reprise-${name}`);
  } catch {
    return null;
  }
}

export function store(name: string, value: string): void {
  try {
    window.localStorage.setItem(`reprise-${name}`, value);
  } catch {
    // A browser that stores nothing: the choice lasts until the page is closed.
  }
}
