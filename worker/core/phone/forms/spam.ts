/** Finds the reasons to take a form for spam. Pure. */
import type { FormReport } from '../../../dni/reports/form-report.ts';
import type { SpamReason } from '../../../shared/contact/outcomes.ts';
import type { FormContent } from './schema.ts';

/** Nobody fills a form in less after the page began to load, not even with a browser that fills the fields. */
const MIN_FILLED_MS = 1_000;
/** Addresses in the answers of one form. */
const MANY_LINKS = 3;
const LINK = /https?:\/\/|www\.|\[url/gi;
const MARKUP = /<a\s|<\/?script|\[\/?url|\[link=|<iframe/i;

/** What is known beside the form itself. */
interface Circumstances {
  /** Whether many forms came from the network in the last hour. */
  isFlood: boolean;
  /** Whether the company blocks the phone number. */
  isBlocked: boolean;
}

/** Returns the reasons; none for a form that is no spam. */
export function spamReasons(
  { isTrapped, filledMs }: Pick<FormReport, 'isTrapped' | 'filledMs'>,
  { name = '', answers }: FormContent,
  { isFlood, isBlocked }: Circumstances,
): SpamReason[] {
  const texts = [name, ...answers.map(({ value }) => value)].join('\n');
  const found: [SpamReason, boolean][] = [
    ['hidden_field', isTrapped],
    ['too_fast', filledMs < MIN_FILLED_MS],
    ['links', (texts.match(LINK)?.length ?? 0) >= MANY_LINKS],
    ['markup', MARKUP.test(texts)],
    ['many_from_network', isFlood],
    ['blocked', isBlocked],
  ];
  return found.flatMap(([reason, isSo]) => (isSo ? reason : []));
}
