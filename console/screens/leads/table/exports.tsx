/** The entries of the list's menu that export it. Loaded when the menu is first opened. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { ExcelButton, fetchExport } from '../../../components/parts/excel-button.tsx';
import type { ListQuery } from '../query.ts';
import { exportAddress } from './export-leads.ts';

/** The list that is exported. */
export interface ExportsProps {
  query: ListQuery;
  view: string | undefined;
}

export function Exports({ query, view }: ExportsProps): VNode {
  const address = exportAddress(query, view);
  return (
    <>
      <a href={address} download>
        <Icon name="export" /> Export as CSV
      </a>
      <ExcelButton class="" name="leads" csv={() => fetchExport(address)}>
        <Icon name="export" /> Export as Excel
      </ExcelButton>
    </>
  );
}
