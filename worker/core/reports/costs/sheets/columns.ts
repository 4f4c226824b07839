/** The columns of files of costs, by the names that the exports of ad platforms give them. The console uses it too. Pure. */

/** The fields of a cost, each with the names of its column in lower case. */
export const COST_FIELDS = {
  day: ['day', 'date', 'reporting starts', 'time period', 'gregorian date', 'tag', 'datum'],
  source: ['source', 'utm_source', 'channel'],
  campaign: ['campaign', 'campaign name', 'utm_campaign', 'kampagne', 'kampagnenname'],
  amount: ['amount', 'cost', 'costs', 'spend', 'amount spent', 'total spent', 'kosten', 'ausgaben'],
  unit: ['unit', 'currency', 'currency code', 'währung', 'währungscode'],
} as const satisfies Record<string, readonly string[]>;
export type CostField = keyof typeof COST_FIELDS;

export const COST_FIELD_NAMES = Object.keys(COST_FIELDS) as CostField[];

/** Matches a currency behind a name: `Amount spent (EUR)`. */
const CURRENCY_IN_NAME = /\(([A-Z]{3})\)$/;

/** Returns the field that a column fills by its name; undefined if there is none. */
export function fieldOfColumn(name: string): CostField | undefined {
  const plain = name.replace(CURRENCY_IN_NAME, '').trim().toLowerCase();
  return COST_FIELD_NAMES.find((field) => COST_FIELDS[field].some((known) => known === plain));
}

/** Returns the currency in the name of a column. */
export function currencyOfColumn(name: string): string | undefined {
  return CURRENCY_IN_NAME.exec(name)?.[1];
}
