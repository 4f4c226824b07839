/**
 * The draft of the call settings. Accounts with carriers are not in it: they are saved at once, so that no secret is kept in the
 * browser.
 */
import { ask } from '../../api/api.ts';
import { companyPath } from '../../api/company.ts';
import { changed, resource, type Shown } from '../../api/resource.ts';
import { thisSave } from '../../api/api.ts';
import { isNewer } from '../../forms/saving.ts';
import { KeptDraft, type Undo } from '../draft/kept-draft.ts';
import {
  changesOf,
  isSamePhone,
  mergePhone,
  NO_PHONE_SETTINGS,
  type PartChange,
  type PartConflict,
  type PhoneSettings,
} from './phone-settings.ts';

/** The most tries when newer versions keep coming. */
const MAX_TRIES = 3;

/** An account as it is sent: new secrets, or how many are kept. */
export interface SentAccount {
  carrier: string;
  account_id: string;
  secrets: number | string[];
  api: { user: string; secret: string | true; base?: string } | null;
}

const draft = new KeptDraft<PhoneSettings, PartConflict>({
  keptAs: 'calls',
  path: phonePath,
  none: NO_PHONE_SETTINGS,
  isSame: isSamePhone,
  merge: mergePhone,
});

/** `/companies/<uuid>/calls/settings` */
export function phonePath(): string {
  return companyPath('/calls/settings');
}

/** The call settings, published and with the draft. */
export interface Phone {
  shown: Shown<PhoneSettings>;
  /** With the draft; undefined until they are loaded. */
  settings: PhoneSettings | undefined;
  changes: readonly PartChange[];
  conflicts: readonly PartConflict[];
  isRebased: boolean;
}

export function usePhone(): Phone {
  const { shown, settings, draft: mine } = draft.use();
  return {
    shown,
    settings,
    changes: mine === undefined ? [] : changesOf(mine.base, mine.settings),
    conflicts: mine?.conflicts ?? [],
    isRebased: mine?.isRebased ?? false,
  };
}

/** Changes the draft. */
export function changePhone(change: (settings: PhoneSettings) => PhoneSettings): Undo {
  return draft.change(change);
}

export function currentPhone(): PhoneSettings {
  return draft.current();
}

/** Discards the draft. */
export function discardPhone(): Undo {
  return draft.discard();
}

/**
 * Publishes the draft if the version that it is based on is still the published one.
 * @throws Refusal 412 when somebody has published in the meantime; the draft is then rebased on that version
 */
export async function publishPhone(): Promise<void> {
  const { value: mine } = draft;
  if (mine === undefined) return;
  const published = resource<PhoneSettings>(phonePath());
  try {
    const answer = await ask<PhoneSettings>(phonePath(), {
      method: 'PUT',
      body: mine.settings,
      ifMatch: mine.etag,
    });
    draft.published(mine, answer);
    changed(companyPath('/calls/preview'));
  } catch (error) {
    if (isNewer(error)) await published.refresh();
    throw error;
  }
}

/**
 * Saves a change of the accounts over the newest published version, without the draft.
 * @throws Refusal for an account that the server refuses
 */
export async function saveAccounts(
  change: (accounts: readonly SentAccount[]) => readonly SentAccount[],
): Promise<void> {
  await saveAtOnce((settings) => ({ ...settings, carriers: change(settings.carriers) }));
}

/** Blocks a caller, or allows them again, without the draft. @throws Refusal */
export async function setBlocked(phone: string, isBlocked: boolean): Promise<void> {
  await saveAtOnce((settings) => {
    const others = settings.blocked.filter((number) => number !== phone);
    return { ...settings, blocked: isBlocked ? [...others, phone] : others };
  });
}

/** Saves a change over the newest published version. */
async function saveAtOnce(change: (settings: PhoneSettings) => object): Promise<void> {
  const goOn = thisSave();
  const published = resource<PhoneSettings>(phonePath());
  if (published.answer.value === undefined) await published.refresh();
  for (let tries = 1; ; tries += 1) {
    const now = published.answer.value;
    if (now === undefined) throw published.failure.value;
    try {
      const saving = goOn(() =>
        ask<PhoneSettings>(phonePath(), { method: 'PUT', body: change(now.body), ifMatch: now.etag }),
      );
      published.replace(await saving);
      return;
    } catch (error) {
      if (!isNewer(error) || tries === MAX_TRIES) throw error;
      await published.refresh();
    }
  }
}
