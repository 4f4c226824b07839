/** The company whose site the widget's scenarios visit. */
import { makeDniCompany } from '../harness/dni-company.ts';

/** On the pages. */
export const TARGET = '(212) 555-0134';
/** What visitors see instead, by source. */
export const DIRECT = '(415) 555-0100';
export const PAID = '(415) 555-0101';
export const SPRING = '(415) 555-0102';
export const GOOGLE = '(415) 555-0103';
/** For every other source. */
export const OTHER = '(415) 555-0199';

/** Makes the company: one target, a number for each of some sources, no location. */
export function makeSiteCompany(overrides: Record<string, unknown> = {}): Promise<string> {
  return makeDniCompany({
    default_number: '+12125550134',
    locations: [],
    sources: [{ name: 'spring', when: { utm_campaign: 'spring*' } }],
    numbers: [
      { phone_number: '+14155550199' },
      { phone_number: '+14155550100', source: 'direct' },
      { phone_number: '+14155550101', source: 'paid_search' },
      { phone_number: '+14155550102', source: 'spring' },
      { phone_number: '+14155550103', source: 'organic_search' },
    ],
    ...overrides,
  });
}
