/** Tells the super admins of a silence, once until something is heard again. */
import { writtenPhone } from '../../../shared/contact/phone-numbers.ts';
import { momentText } from '../../../shared/mail/times.ts';
import { SCRIPT } from '../../company/heard/heard-hours.ts';
import { timeZoneOf } from '../../company/dni/time-zone.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import { beginTrouble, endTrouble } from '../../engine/context/feature.ts';
import type { WriteContext } from '../../engine/context/request-context.ts';
import { writeMoment } from '../../engine/times/moments.ts';
import { openTroubles } from '../../people/troubles/troubles.ts';
import type { KindOfSilence } from './rhythm/kinds.ts';

const BEGINNING = 'silence:';

/** What to look at. */
const ADVICE: Readonly<Record<KindOfSilence, string>> = {
  script:
    'No page has asked for its numbers, so visitors see those that are in the page. Look whether the site is up and whether the script is still in its pages: Numbers, Site, checks a page. A new consent banner or a new security rule of the site can also keep it away.',
  calls:
    'Call one of your numbers yourself. If that does not come here either, look whether the account with your carrier is active and paid.',
  number:
    'Call it yourself. If that works, look whether ads and pages still show it, or whether its campaign has ended.',
  forms: 'Send a form yourself. If that does not come here either, the form or its page may have changed.',
};

/** Something that may be silent. */
export interface Part {
  /** As in `heard_hours`; `calls` for those to all numbers. */
  part: string;
  kind: KindOfSilence;
}

/** A silence that is to be told. Times are milliseconds since the epoch. */
interface ToldSilence {
  since: number;
  /** How much would usually have been heard since, at least. */
  expected: number;
}

/** Tells of a silence, unless it is told already. */
export function tellSilence(context: WriteContext, told: Part, { since, expected }: ToldSilence): void {
  const reader = { timeZone: timeZoneOf(context), region: settingsOf(context).options().default_region };
  const usual = Math.round(expected).toLocaleString('en-US');
  const detail = `Nothing since ${momentText(since, reader)}. Usually there would have been at least ${usual} in this time.`;
  beginTrouble(context, {
    part: BEGINNING + told.part,
    type: 'silence.began',
    data: {
      silent: told.kind,
      heard_time: writeMoment(since),
      name: nameOf(context, told),
      detail: `${detail}\n${ADVICE[told.kind]}`,
    },
  });
}

/** Tells that something is heard again, if its silence was told. */
export function tellHeard(context: WriteContext, told: Part): void {
  const data = { silent: told.kind, name: nameOf(context, told) };
  endTrouble(context, BEGINNING + told.part, { type: 'silence.ended', data });
}

/** Forgets the silence of something that is not used any more. */
export function forgetSilence(context: WriteContext, part: string): void {
  endTrouble(context, BEGINNING + part);
}

/** Returns when the silences that are not over were told, by their part. */
export function toldSilences({ database }: Pick<WriteContext, 'database'>): Map<string, number> {
  return new Map(
    openTroubles(database, BEGINNING).map(({ part, toldTime }) => [part.slice(BEGINNING.length), toldTime]),
  );
}

/** Returns what a part is: `script`, `calls`, `number` or `forms`. */
export function kindOfPart(part: string): string {
  return part.split(':', 1).join('');
}

function nameOf(context: WriteContext, { part, kind }: Part): string {
  if (kind === 'calls') return 'Calls';
  if (kind === 'forms') return 'Forms';
  if (kind === 'script') return new URL(part.slice(SCRIPT.length)).host;
  return writtenPhone(part.slice(part.indexOf(':') + 1), settingsOf(context).options().default_region);
}
