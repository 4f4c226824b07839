/**
 * Names what the browser keeps of a user's unfinished work. Signing out deletes it, because the computer may be shared; what is
 * kept is secret to the company. The user is asked before.
 */
import { place } from '../address/router.ts';
import { user } from './user.ts';

/** The beginnings of the names in the browser's storage. */
const NAMES = { numbers: 'leadline.draft:', calls: 'leadline.phone-draft:', visits: 'leadline.visits:' };

export type KeptWork = keyof typeof NAMES;

const WORDS: Record<KeptWork, string> = {
  numbers: 'unpublished changes to numbers, locations, sources or the site',
  calls: 'unpublished changes to the call settings',
  visits: 'saved test visits of the preview',
};

/** The name in the tab's storage of texts that are not sent. */
export const UNSENT = 'leadline.typed';

/** Returns the name under which the browser keeps work of the user in the company of the URL. */
export function keptName(work: KeptWork): string {
  return `${NAMES[work]}${place.value.company}:${user.value?.user_id ?? ''}`;
}

/** Asks before unfinished work is deleted. @returns whether it may be */
export function mayDropWork(): boolean {
  const lost = workWords();
  if (lost.length === 0) return true;
  const list = new Intl.ListFormat('en').format(lost);
  return window.confirm(`Only this browser has ${list}. Signing out deletes them. Sign out anyway?`);
}

function workWords(): string[] {
  try {
    const names = Object.keys(localStorage);
    const works = (Object.keys(NAMES) as KeptWork[]).filter((work) =>
      names.some((name) => name.startsWith(NAMES[work]) && localStorage.getItem(name) !== '[]'),
    );
    const { texts = {} } = (JSON.parse(sessionStorage.getItem(UNSENT) ?? 'null') ?? {}) as { texts?: object };
    const isUnsent = Object.keys(texts).length > 0;
    return [...works.map((work) => WORDS[work]), ...(isUnsent ? ['texts that are not sent'] : [])];
  } catch {
    // Without a store nothing is kept.
    return [];
  }
}
