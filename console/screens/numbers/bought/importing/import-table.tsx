/** The numbers of an account, to select: what would change of each. */
import { hasText } from '../../../../formats/search.ts';
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Empty } from '../../../../components/notice.tsx';
import { Table } from '../../../../components/table.tsx';
import { formatCount, formatPhone } from '../../../../components/text/values.tsx';
import { beforeImport, type Importable } from './changes.ts';

/** Rows added by each "Show more". The search and "Select all" cover all rows. */
const ROWS_A_STEP = 100;

interface ImportTableProps {
  numbers: readonly Importable[];
  selected: ReadonlySet<string>;
  select: (numbers: ReadonlySet<string>) => void;
}

export function ImportTable({ numbers, selected, select }: ImportTableProps): VNode {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(ROWS_A_STEP);
  const found = numbers.filter((number) => isFound(number, search));
  const mark = (changed: readonly Importable[], isOn: boolean): void => {
    const next = new Set(selected);
    for (const { number } of changed) {
      if (isOn) next.add(number);
      else next.delete(number);
    }
    select(next);
  };
  return (
    <>
      <div class="row tools">
        <input
          class="grow"
          type="search"
          aria-label="Search the numbers"
          placeholder="Search by number or address"
          value={search}
          onInput={({ currentTarget: { value } }) => {
            setSearch(value);
            setLimit(ROWS_A_STEP);
          }}
        />
        <output class="soft nowrap">
          {formatCount(selected.size)} of {formatCount(numbers.length)} selected
        </output>
      </div>
      {found.length === 0 ? (
        <Empty icon="search" text={`No numbers match “${search}”.`} />
      ) : (
        <FoundNumbers all={numbers.length} found={found} limit={limit} selected={selected} mark={mark} />
      )}
      {found.length > limit && (
        <button type="button" class="button more" onClick={() => setLimit(limit + ROWS_A_STEP)}>
          Show {formatCount(Math.min(ROWS_A_STEP, found.length - limit))} more
        </button>
      )}
    </>
  );
}

interface FoundNumbersProps {
  /** How many numbers the account has. */
  all: number;
  found: readonly Importable[];
  /** How many rows are shown. */
  limit: number;
  selected: ReadonlySet<string>;
  mark: (numbers: readonly Importable[], isOn: boolean) => void;
}

function FoundNumbers({ all, found, limit, selected, mark }: FoundNumbersProps): VNode {
  return (
    <div class="card offers">
      <Table
        caption="Numbers of the account"
        columns={[{ label: 'Select', isUnseen: true, class: 'check' }, 'Number', 'Goes now']}
      >
        <AllRow all={all} found={found} selected={selected} mark={mark} />
        {found.slice(0, limit).map((number) => (
          <ImportRow
            key={number.number}
            number={number}
            isSelected={selected.has(number.number)}
            select={(isOn) => mark([number], isOn)}
          />
        ))}
      </Table>
    </div>
  );
}

/** The row that selects all numbers that are found, also those that are not shown. */
function AllRow({ all, found, selected, mark }: Omit<FoundNumbersProps, 'limit'>): VNode {
  const chosen = found.filter(({ number }) => selected.has(number)).length;
  const isAll = chosen === found.length;
  const count = formatCount(found.length);
  return (
    <tr>
      <td class="check">
        <input
          id="select-all-numbers"
          type="checkbox"
          name="/all"
          aria-label="Select all"
          checked={isAll}
          ref={(element) => {
            if (element !== null) element.indeterminate = chosen > 0 && !isAll;
          }}
          onChange={({ currentTarget: { checked } }) => mark(found, checked)}
        />
      </td>
      <th scope="row" colSpan={2}>
        <label for="select-all-numbers">
          {found.length === all ? `All ${count}` : `All ${count} that match`}
        </label>
      </th>
    </tr>
  );
}

interface ImportRowProps {
  number: Importable;
  isSelected: boolean;
  select: (isOn: boolean) => void;
}

function ImportRow({ number, isSelected, select }: ImportRowProps): VNode {
  const { number: phone } = number;
  const id = `import-${phone.slice(1)}`;
  return (
    <tr class={isSelected ? 'is-selected' : undefined}>
      <td class="check">
        <input
          id={id}
          type="checkbox"
          name={`/numbers/${phone}`}
          aria-label={`Select ${formatPhone(phone)}`}
          checked={isSelected}
          onChange={({ currentTarget: { checked } }) => select(checked)}
        />
      </td>
      <th scope="row">
        <label for={id} class="nowrap">
          {formatPhone(phone)}
        </label>
      </th>
      <td>
        <GoesNow number={number} />
      </td>
    </tr>
  );
}

/** Where calls and texts go before the import. */
function GoesNow({ number }: { number: Importable }): VNode {
  const before = beforeImport(number);
  if (before.length === 0) return <span class="soft">Calls and texts come here already</span>;
  return (
    <ul class="plain-list">
      {before
        .filter(({ use, text }) => use === 'call' || (use === 'text' && text !== 'nowhere'))
        .map(({ use, label, text }) => (
          <li key={use} class="long">
            {label}: {text}
          </li>
        ))}
      {!before.some(({ use }) => use === 'call') && (
        <li>Calls come here; {before.map(({ label }) => label.toLowerCase()).join(', ')} do not yet</li>
      )}
    </ul>
  );
}

function isFound(number: Importable, search: string): boolean {
  const wanted = search.trim();
  if (wanted === '') return true;
  const digits = wanted.replaceAll(/\D/g, '');
  return (
    formatPhone(number.number).includes(wanted) ||
    (digits.length > 2 && number.number.includes(digits)) ||
    beforeImport(number).some(({ text }) => hasText(text, wanted))
  );
}
