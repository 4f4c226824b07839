/** The id of what this tab makes: a repeated try, also after a reload, makes no second one. */

/** Without a store, a reload begins anew. */
const unstored = new Map<string, string>();

/** Returns the id that was kept under a name, or a new one. */
export function keptId(name: string): string {
  const kept = readId(name) ?? crypto.randomUUID();
  keepId(name, kept);
  return kept;
}

/** Begins with another id: what it was kept for was made. */
export function renewId(name: string): void {
  keepId(name, crypto.randomUUID());
}

function readId(name: string): string | undefined {
  try {
    return sessionStorage.getItem(name) ?? unstored.get(name);
  } catch {
    return unstored.get(name);
  }
}

function keepId(name: string, id: string): void {
  unstored.set(name, id);
  try {
    sessionStorage.setItem(name, id);
  } catch {
    // The id of this page is enough without a reload.
  }
}
