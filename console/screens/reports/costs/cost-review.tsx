/** What a file of costs becomes: its columns, the first rows as they are read, and questions. */
import type { VNode } from 'preact';
import type { Refusal } from '../../../api/api.ts';
import { formatRange } from '../../../formats/periods.ts';
import { Notice } from '../../../components/notice.tsx';
import { Table } from '../../../components/table.tsx';
import { amountText } from '../../../components/text/field-text.ts';
import { formatCount, formatDay, plural } from '../../../components/text/values.tsx';
import { channelName } from '../../../../worker/dni/pure/channels.ts';
import { ColumnTable } from '../../../forms/sheet/column-table.tsx';
import { COST_TARGETS, type CostFile, type CostRows } from './cost.ts';
import { SourceSelect } from './source-select.tsx';

/** Matches the place before the detail of a fault of a row, whose line is named here. */
const PLACE = /^(?:The header|Row \d+), line \d+: /;
/** Rows of the preview. */
const SHOWN_ROWS = 8;

/** Rows as they are read: their columns and source, and the result of the dry run. */
export interface Reviewed extends Pick<CostRows, 'columns' | 'mapping'> {
  /** The line of the header; absent if people do not see the lines. */
  firstLine?: number;
  /** The source of rows without one. */
  source: string;
  /** The answers to questions, by parameter. */
  answers: Record<string, string>;
  result?: CostFile;
  refusal?: { message: string; problem: Pick<Refusal['problem'], 'errors'> };
}

/** The rows that were typed. */
export interface Chosen extends Reviewed, CostRows {
  /** The rows as they were typed. */
  given: string;
}

export interface ReviewProps {
  chosen: Reviewed;
  change: (change: Partial<Pick<Reviewed, 'mapping' | 'source' | 'answers'>>) => void;
}

/** Shows how the rows are read, and asks for what they leave open. */
export function Review({ chosen, change }: ReviewProps): VNode {
  const { columns, mapping, source, result, refusal, firstLine, answers } = chosen;
  const hasSources = Object.values(mapping).includes('source');
  return (
    <>
      {result !== undefined && <Result result={result} />}
      {refusal !== undefined && <Faults refusal={refusal} firstLine={firstLine} />}
      <SourceSelect
        label={hasSources ? 'Source of rows without one' : 'Source of all rows'}
        name="/source"
        value={source}
        choose={(now) => change({ source: now })}
      />
      {result?.questions.map((question) => (
        <Question
          key={question.parameter}
          question={question}
          answer={(answer) => change({ answers: { ...answers, [question.parameter]: answer } })}
        />
      ))}
      <ColumnTable
        columns={columns}
        mapping={mapping}
        targets={COST_TARGETS}
        map={(now) => change({ mapping: now })}
      />
      {result !== undefined && <Preview rows={result.preview} />}
    </>
  );
}

function Result({ result }: { result: CostFile }): VNode {
  const { rows, saved, changed, from, to, total_rows: totals } = result;
  const days = from === null || to === null ? '' : ` of ${formatRange(from, to)}`;
  return (
    <Notice kind={rows === 0 ? 'info' : 'good'}>
      {plural(rows, 'row')}
      {days}: {plural(saved, 'cost')}, {formatCount(changed)} new or changed.
      {totals > 0 && ` ${plural(totals, 'row')} with totals left out.`}
    </Notice>
  );
}

const ANSWERS: Readonly<Record<string, string>> = {
  point: '1.150 is 1.15',
  comma: '1.150 is 1150',
  day_first: 'Day first',
  month_first: 'Month first',
};
const AGREED: Readonly<Record<string, string>> = {
  spread: 'Divide them among the days',
  new_sources: 'Keep these sources',
};

function Question({
  question: { parameter, detail, choices, samples },
  answer,
}: {
  question: CostFile['questions'][number];
  answer: (answer: string) => void;
}): VNode {
  return (
    <Notice kind="warning">
      <p>
        {detail} {samples.join(', ')}
      </p>
      <div class="row">
        {choices.map((choice) => (
          <button key={choice} type="button" class="button" onClick={() => answer(choice)}>
            {ANSWERS[choice] ?? AGREED[parameter] ?? choice}
          </button>
        ))}
      </div>
    </Notice>
  );
}

/** Shows the first rows as they are read. */
function Preview({ rows }: { rows: CostFile['preview'] }): VNode {
  return (
    <Table
      caption="The first rows as they are read"
      columns={['Day', 'Source', 'Campaign', { label: 'Amount', class: 'number' }]}
    >
      {rows.slice(0, SHOWN_ROWS).map(({ row, day, until, source, campaign, amount, unit, is_sum: isSum }) => (
        <tr key={row} class={isSum ? 'soft' : undefined}>
          <td>{day === null ? '' : until === null ? formatDay(day) : formatRange(day, until)}</td>
          <td>{isSum ? 'Sum, left out' : channelName(source)}</td>
          <td>{campaign ?? ''}</td>
          <td class="number">{unit === null ? amount : amountText({ unit, value: amount })}</td>
        </tr>
      ))}
    </Table>
  );
}

/** Lists faults by their line in what was pasted, else by their row. @param firstLine the line of the header */
function Faults({
  refusal,
  firstLine,
}: {
  refusal: NonNullable<Reviewed['refusal']>;
  firstLine: number | undefined;
}): VNode {
  const placeOf = (row: number): string =>
    firstLine === undefined ? `Row ${row}` : `Line ${firstLine + row}`;
  const { errors = [] } = refusal.problem;
  return (
    <Notice kind="danger">
      {errors.length === 0 ? refusal.message : 'Nothing can be saved before these are fixed:'}
      <ul>
        {errors.map(({ row, column, detail }) => (
          <li key={`${row ?? ''} ${column ?? ''} ${detail}`}>
            {row !== undefined && placeOf(row)}
            {row !== undefined && column !== undefined && ', '}
            {column !== undefined && nameOf(column)}
            {(row !== undefined || column !== undefined) && ': '}
            {row === undefined ? detail : detail.replace(PLACE, '')}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function nameOf(column: string): string {
  return COST_TARGETS.find(({ name }) => name === column)?.label ?? column;
}
