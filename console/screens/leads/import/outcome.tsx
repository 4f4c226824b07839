/** The result of an import or its dry run: the numbers of rows, and the errors. */
import type { ImportBody as Import } from '../../../../worker/core/leads/csv/imports/reference.ts';
import type { VNode } from 'preact';
import { Notice } from '../../../components/notice.tsx';
import { ScrollingTable, Table } from '../../../components/table.tsx';
import { formatCount, plural } from '../../../components/text/values.tsx';
import { Overwritten } from './overwritten.tsx';

/** The most errors shown. Users correct the file and import it again. */
const MAX_SHOWN = 100;

export type { Import };

export function Outcome({ result }: { result: Import }): VNode {
  const { dry_run: isRehearsal, created, updated, failed, rows, processed, count } = result;
  const would = isRehearsal ? 'would be ' : '';
  return (
    <>
      <dl class="figures">
        <Figure label={`${would}new`} count={created} />
        <Figure label={`${would}updated`} count={updated} />
        <Figure label={`${would}skipped`} count={failed} isBad={failed > 0} />
      </dl>
      {processed < count && (
        <Notice kind="info">
          Only the first {formatCount(processed)} of {plural(count, 'row')} were checked.
        </Notice>
      )}
      {failed > 0 && <Faults rows={rows.filter(({ status }) => status === 'failed')} failed={failed} />}
      {isRehearsal && <Overwritten rows={rows} />}
    </>
  );
}

function Figure({ label, count, isBad = false }: { label: string; count: number; isBad?: boolean }): VNode {
  return (
    <div class={isBad ? 'bad' : undefined}>
      <dt>{label}</dt>
      <dd>{formatCount(count)}</dd>
    </div>
  );
}

function Faults({ rows, failed }: { rows: Import['rows']; failed: number }): VNode {
  const shown = rows.slice(0, MAX_SHOWN);
  return (
    <ScrollingTable class="faults" label="Rows with errors">
      <Table
        caption={
          shown.length < failed
            ? `The first ${shown.length} of ${formatCount(failed)} rows with errors`
            : 'Rows with errors'
        }
        captionClass="small"
        columns={['Line', 'Column', 'Error']}
      >
        {shown.flatMap(({ row, errors = [] }) =>
          errors.map(({ column, detail }) => (
            <tr key={`${row} ${column} ${detail}`}>
              {/* The header is line 1 of a sheet. */}
              <td>{row + 1}</td>
              <td>{column}</td>
              <td>{detail}</td>
            </tr>
          )),
        )}
      </Table>
    </ScrollingTable>
  );
}
