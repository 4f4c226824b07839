/** What the mail of a scheduled report has besides its name and days: its figures as tables, and its rows as a file. */
import * as v from 'valibot';
import { logFailure } from '../../../shared/log.ts';
import type { MailFile } from '../../../shared/mail/mime.ts';
import { safeTitle } from '../../../shared/mail/safe-names.ts';
import type { MailCell, MailRow, MailTable } from '../../../shared/mail/tables.ts';
import { writtenPhone } from '../../../shared/contact/phone-numbers.ts';
import { timeStyleOf } from '../../../shared/pure/time-style.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { CompanyContext, CoreEnv } from '../../engine/context/company-context.ts';
import { contextOfActor } from '../../engine/context/contexts.ts';
import type { MailParts, ToldThing } from '../../engine/context/feature.ts';
import { currenciesOf } from '../company-rules.ts';
import type { MetricName } from '../counting/definitions.ts';
import { reportQuerySchema } from '../counting/schema.ts';
import type { ReportBody, ReportFigures } from '../queries/answer-schema.ts';
import { report, reportFile } from '../queries/report.ts';
import { changeText, formatFigure } from '../words/figures.ts';
import { DIMENSION_LABELS, formatOf, METRIC_WORDS } from '../words/metrics.ts';
import { groupName } from '../words/names.ts';
import { rangeTitle } from '../words/periods.ts';

/** The size of a table of groups, and where all of its rows are. */
export interface TableLimits {
  rows: number;
  figures: number;
  allRows: string;
}

/** Fits a phone. The file has all rows. */
const IN_MAIL: TableLimits = { rows: 15, figures: 3, allRows: 'in the file' };
/** Most rows of the file. It says how many it leaves out. */
const MOST_FILE_ROWS = 5_000;
/** Largest file. Mail programs and services refuse much more than this. */
const MOST_BYTES = 2_000_000;

const ACTOR = { kind: 'system', name: 'reports' } as const;

/** Returns the figures of a report that is told by mail. Agents see no reports. */
export async function reportInMail(
  company: CompanyContext,
  env: CoreEnv,
  { type, data, createdTime, reader }: ToldThing,
): Promise<MailParts | undefined> {
  if (type !== 'report.ready' || reader.roleId === 'agent') return undefined;
  return partsOfReport(company, env, { path: String(data['console_path']), createdTime });
}

/** Returns the figures of a report. @param at.path its place in the console, which has its days @param at.createdTime when it was made */
export async function partsOfReport(
  company: CompanyContext,
  env: CoreEnv,
  { path, createdTime }: { path: string; createdTime: number },
): Promise<MailParts> {
  try {
    const query = queryOf(path);
    const currencies = await currenciesOf(company, env);
    const context = { ...contextOfActor(company, ACTOR), now: createdTime };
    const body = await report(context, query, currencies);
    const { csv } = await reportFile(context, { ...query, limit: MOST_FILE_ROWS }, currencies);
    return partsOf({ body, csv }, settingsOf(company).options().default_region);
  } catch (error) {
    logFailure({ company_id: company.companyId, work: 'mail of a report' }, error);
    return { paragraphs: ['Its figures could not be written here: open the report.'], tables: [], files: [] };
  }
}

/** Reads the query of a report from its address in the console, which has its days. @throws ValiError */
function queryOf(path: string): v.InferOutput<typeof reportQuerySchema> {
  const parameters = URL.parse(path, 'https://console.invalid')?.searchParams;
  const entries = [...(parameters ?? [])].filter(([name, value]) => name !== 'by' || value !== 'none');
  return v.parse(reportQuerySchema, Object.fromEntries(entries));
}

/** Writes a report as the parts of a mail. @param region ISO 3166-1 alpha-2 of the company: its numbers have no country code, its times are written as there */
export function partsOf({ body, csv }: { body: ReportBody; csv: string }, region: string): MailParts {
  const { from, to, compared, notes } = body;
  const file: MailFile = {
    name: `report-${from}-${to}.csv`,
    type: 'text/csv; charset=utf-8',
    bytes: Buffer.from(csv),
  };
  const fits = file.bytes.length <= MOST_BYTES;
  return {
    paragraphs: [
      ...(compared === null
        ? []
        : [`Changes are against ${rangeTitle(compared.from, compared.to, timeStyleOf(region))}.`]),
      ...notes,
      ...(fits ? [] : ['There are too many rows for a file by mail: open the report to download them.']),
    ],
    tables: tablesOf(body, region, IN_MAIL),
    files: fits ? [file] : [],
  };
}

function totalsTable({ metrics, totals, compared }: ReportBody): MailTable {
  const cell = cellsOf(metrics);
  return {
    caption: 'In total',
    head: ['', ''],
    rows: metrics.map(({ name }) => ({
      name: METRIC_WORDS[name].label,
      cells: [cell(name, totals, compared?.totals ?? null)],
    })),
  };
}

/** Returns the totals of a report, and its first rows. */
export function tablesOf(body: ReportBody, region: string, limits: TableLimits): MailTable[] {
  return [totalsTable(body), ...groupsTable(body, region, limits)];
}

/** Returns the table of the first rows; none for a report of one row. */
function groupsTable(
  { by, metrics, rows, more }: ReportBody,
  region: string,
  limits: TableLimits,
): MailTable[] {
  if (by.length === 0) return [];
  const cell = cellsOf(metrics);
  const shown = metrics.slice(0, limits.figures);
  const [first] = shown;
  const sizes = rows.map(({ values }) => (first === undefined ? null : (values[first.name] ?? null)));
  const most = Math.max(0, ...sizes.map((size) => size ?? 0));
  const written = rows.slice(0, limits.rows).map((row, index): MailRow => ({
    name: row.by.map((group, at) => nameOf(by[at] ?? 'source', group, region)).join(', '),
    cells: shown.map(({ name }) => cell(name, row.values, row.compared)),
    share: most === 0 ? undefined : (sizes[index] ?? 0) / most,
  }));
  const left = rows.length - written.length + more;
  const labels = by.map((dimension) => DIMENSION_LABELS[dimension]);
  return [
    {
      caption: `By ${labels.join(' and ').toLowerCase()}`,
      head: [labels.join(', '), ...shown.map(({ name }) => METRIC_WORDS[name].label)],
      rows: written,
      notes: left === 0 ? [] : [`${left} more ${left === 1 ? 'row is' : 'rows are'} ${limits.allRows}.`],
    },
  ];
}

type Write = (name: MetricName, now: ReportFigures, then: ReportFigures | null) => MailCell;

function cellsOf(metrics: ReportBody['metrics']): Write {
  return (name, now, then) => {
    const format = formatOf(name, metrics);
    const value = now[name] ?? null;
    return {
      text: formatFigure(value, format),
      change: then === null ? undefined : changeText(value, then[name] ?? null, format.kind)?.text,
    };
  };
}

/** Anybody can visit a site with a campaign of their choice, so a name with a link is only in the file. */
function nameOf(
  by: ReportBody['by'][number],
  group: { value: string | null; label: string },
  region: string,
): string {
  return safeTitle(
    groupName(by, group, { phone: (phone) => writtenPhone(phone, region), times: timeStyleOf(region) }),
    '(a link)',
  );
}
