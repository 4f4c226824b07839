/** The columns of files of costs, by the names that the exports of ad platforms give them. The console uses it too. Pure. */

/** The fields of a cost, each with the names of its column in lower case. `until` is the last day of rows for several days. */
export const COST_FIELDS = {
  day: [
    'day',
    'date',
    'reporting starts',
    'start date',
    'start time',
    'time period',
    'gregorian date',
    'tag',
    'datum',
    'berichtsstart',
    'jour',
    'début du rapport',
    'día',
    'fecha',
    'inicio del informe',
    'giorno',
    'data',
    'dia',
    'dag',
    'dzień',
    '日付',
    '日',
  ],
  until: ['reporting ends', 'end date', 'end time', 'berichtsende', 'fin du rapport', 'fin del informe'],
  source: ['source', 'utm_source', 'channel'],
  campaign: [
    'campaign',
    'campaign name',
    'utm_campaign',
    'kampagne',
    'kampagnenname',
    'campagne',
    'nom de la campagne',
    'campaña',
    'nombre de la campaña',
    'campagna',
    'nome campagna',
    'campanha',
    'nome da campanha',
    'campagnenaam',
    'kampanj',
    'kampania',
    'キャンペーン',
  ],
  amount: [
    'amount',
    'cost',
    'costs',
    'spend',
    'spend in account currency',
    'amount spent',
    'total spent',
    'total spend',
    'kosten',
    'ausgaben',
    'ausgegebener betrag',
    'coût',
    'montant dépensé',
    'coste',
    'costo',
    'importe gastado',
    'importo speso',
    'custo',
    'valor usado',
    'besteed bedrag',
    'kostnad',
    'koszt',
    '費用',
  ],
  unit: [
    'unit',
    'currency',
    'currency code',
    'währung',
    'währungscode',
    'devise',
    'moneda',
    'valuta',
    'moeda',
  ],
} as const satisfies Record<string, readonly string[]>;
export type CostField = keyof typeof COST_FIELDS;

export const COST_FIELD_NAMES = Object.keys(COST_FIELDS) as CostField[];

/** Matches a currency behind a name: `Amount spent (EUR)`. */
const CURRENCY_IN_NAME = /\(([A-Z]{3})\)$/;
/** Matches a remark behind a name: `Start Date (in UTC)`. */
const REMARK = /\([^()]*\)$/;

/** Returns the field that a column fills by its name; undefined if there is none. */
function fieldOfColumn(name: string): CostField | undefined {
  const plain = name.trim().replace(REMARK, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();
  return COST_FIELD_NAMES.find((field) => COST_FIELDS[field].some((known) => known === plain));
}

/** Matches the first and the last day of a whole report. Meta writes them in each row, also beside the day of the row. */
const OF_REPORT =
  /^(?:reporting (?:starts|ends)|berichts(?:start|ende)|(?:début|fin) du rapport|(?:inicio|fin) del informe)$/i;

/** Returns the fields that columns fill by their names. The days of a whole report fill none if each row has its own. */
export function fieldsOfColumns(names: readonly string[]): (CostField | undefined)[] {
  const fields = names.map((name) => ({
    field: fieldOfColumn(name),
    isOfReport: OF_REPORT.test(name.trim()),
  }));
  const isDaily = fields.some(({ field, isOfReport }) => field === 'day' && !isOfReport);
  return fields.map(({ field, isOfReport }) => (isDaily && isOfReport ? undefined : field));
}

/** Returns the currency in the name of a column. */
export function currencyOfColumn(name: string): string | undefined {
  return CURRENCY_IN_NAME.exec(name)?.[1];
}

/** Tells whether the names of a line are those of a header: one of a day, and one of an amount. */
export function isHeader(names: readonly string[]): boolean {
  const fields = names.map(fieldOfColumn);
  return fields.includes('day') && fields.includes('amount');
}

/** Exports begin with at most so many lines of titles. */
const MOST_TITLES = 20;

/**
 * Returns the index of the header among the first lines: exports of Google and Microsoft have titles above it. The first line if none
 * is one.
 * @param isNamed tells whether the company has named a column so
 */
export function headerIndex(
  lines: readonly (readonly string[])[],
  isNamed: (name: string) => boolean = () => false,
): number {
  const index = lines
    .slice(0, MOST_TITLES)
    .findIndex((names) => isHeader(names) || names.some((name) => isNamed(name.trim())));
  return Math.max(0, index);
}
