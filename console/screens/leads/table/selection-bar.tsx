/** Shows the number of selected leads, and the bulk actions. */
import type { VNode } from 'preact';
import { askFile } from '../../../api/api.ts';
import { companyPath } from '../../../api/company.ts';
import { ExcelButton, fetchExport } from '../../../components/parts/excel-button.tsx';
import { saveFile } from '../../../formats/save-file.ts';
import { Icon, type IconName } from '../../../components/icon.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { formatCount, plural } from '../../../components/text/values.tsx';
import { withQuery } from '../../../address/router.ts';
import { EXPORT_PATH, exportAddress } from './export-leads.ts';
import type { ListQuery } from '../query.ts';
import { clearSelection, selectAll, selection } from './selection.ts';

const ACTIONS: readonly { action: string; label: string; icon: IconName }[] = [
  { action: 'assign', label: 'Assign', icon: 'leads' },
  { action: 'change_state', label: 'Change state', icon: 'state' },
  { action: 'tags', label: 'Edit tags', icon: 'pencil' },
  { action: 'remove', label: 'Remove', icon: 'trash' },
];

export interface SelectionBarProps {
  /** The leads of the page. */
  ids: readonly string[];
  /** The number of leads on all pages. */
  total: number;
  query: ListQuery;
  view: string | undefined;
}

export function SelectionBar({ ids, total, query, view }: SelectionBarProps): VNode | null {
  const { ids: selected, isAll } = selection.value;
  if (selected.size === 0) return null;
  return (
    <div class="selection row">
      <output>{plural(isAll ? total : selected.size, 'lead')} selected</output>
      {!isAll && total > ids.length && (
        <button type="button" class="link" onClick={() => selectAll(ids)}>
          Select all {formatCount(total)}
        </button>
      )}
      <span class="grow" />
      {ACTIONS.map(({ action, label, icon }) => (
        <a key={action} class="button slim" href={withQuery({ over: 'bulk', do: action })}>
          <Icon name={icon} size={16} /> {label}
        </a>
      ))}
      {isAll ? (
        <a class="button slim" href={exportAddress(query, view)} download>
          <Icon name="export" size={16} /> Export
        </a>
      ) : (
        <button
          type="button"
          class="button slim"
          onClick={() => void exportSelected([...selected]).catch(toastFailure)}
        >
          <Icon name="export" size={16} /> Export
        </button>
      )}
      <ExcelButton
        class="button slim"
        name="leads"
        csv={() => (isAll ? fetchExport(exportAddress(query, view)) : fileOfSelected([...selected]))}
      >
        <span class="unseen">Export as </span>Excel
      </ExcelButton>
      <button type="button" class="button slim plain" onClick={clearSelection}>
        Clear selection
      </button>
    </div>
  );
}

/** Downloads these leads as a CSV file. @throws Refusal, Unreachable */
async function exportSelected(ids: readonly string[]): Promise<void> {
  saveFile(await fileOfSelected(ids), 'leads.csv');
}

function fileOfSelected(ids: readonly string[]): Promise<Blob> {
  return askFile(companyPath(EXPORT_PATH), { method: 'POST', body: { lead_ids: ids } });
}
