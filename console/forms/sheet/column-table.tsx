/** Chooses the target field of each column, and shows sample values. */
import type { VNode } from 'preact';
import type { FileColumn, Mapping, Target } from './columns.ts';
import { Table } from '../../components/table.tsx';

interface ColumnTableProps {
  columns: readonly FileColumn[];
  mapping: Mapping;
  targets: readonly Target[];
  map: (mapping: Mapping) => void;
  /** Whether the columns are shown before somebody opens them. By default, if one is ignored. */
  isOpen?: boolean;
}

export function ColumnTable(props: ColumnTableProps): VNode {
  const { columns, mapping, targets, map } = props;
  const used = columns.filter(({ name }) => mapping[name] !== null).length;
  const { isOpen = used < columns.length } = props;
  return (
    <details class="sheet-columns" open={isOpen}>
      <summary>
        Columns: {used} of {columns.length} used
      </summary>
      <div class="table-frame">
        <Table caption="Columns of the file" columns={['Column', 'Example', 'Field']}>
          {columns.map(({ name, examples }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="soft long">{examples.join(' · ')}</td>
              <td>
                <select
                  aria-label={`${name} becomes`}
                  value={mapping[name] ?? ''}
                  onChange={({ currentTarget: { value } }) =>
                    map({ ...mapping, [name]: value === '' ? null : value })
                  }
                >
                  <option value="">Ignore</option>
                  {targets.map((target) => (
                    <option key={target.name} value={target.name}>
                      {target.label}
                    </option>
                  ))}
                </select>
              </td>
            </tr>
          ))}
        </Table>
      </div>
    </details>
  );
}
