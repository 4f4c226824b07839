/** The locations or numbers of the draft as a file, for a spreadsheet or another system. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { saveFile } from '../../../formats/save-file.ts';
import { csvOf, type TableName } from '../paste/csv.ts';
import type { DniSettings } from '../dni-settings.ts';

export function DownloadButton({ list, settings }: { list: TableName; settings: DniSettings }): VNode | null {
  if (settings[list].length === 0) return null;
  const download = (): void =>
    saveFile(new Blob([csvOf(list, settings)], { type: 'text/csv' }), `${list}.csv`);
  return (
    <button type="button" class="button" onClick={download}>
      <Icon name="export" /> Download as CSV
    </button>
  );
}
