/** The buttons of a list of the draft that read it from a spreadsheet, and write it as a file for one. */
import type { VNode } from 'preact';
import { Icon } from '../../../components/icon.tsx';
import { toastFailure } from '../../../components/over/toasts.tsx';
import { ExcelButton } from '../../../components/parts/excel-button.tsx';
import { saveFile } from '../../../formats/save-file.ts';
import { withQuery } from '../../../address/router.ts';
import type { TableName } from './csv.ts';
import type { DniSettings } from '../dni-settings.ts';

/** Opens the dialog to paste many locations or numbers. */
export function PasteLink(): VNode {
  return (
    <a class="button" href={withQuery({ over: 'paste', key: undefined })}>
      <Icon name="import" /> Paste a list
    </a>
  );
}

/** Downloads the locations or numbers of the draft, for a spreadsheet or another system. */
export function DownloadButton({ list, settings }: { list: TableName; settings: DniSettings }): VNode | null {
  if (settings[list].length === 0) return null;
  const file = async (): Promise<Blob> => {
    const { csvOf } = await import('./csv.ts');
    return new Blob([csvOf(list, settings)], { type: 'text/csv' });
  };
  const download = async (): Promise<void> => saveFile(await file(), `${list}.csv`);
  return (
    <>
      <button type="button" class="button" onClick={() => void download().catch(toastFailure)}>
        <Icon name="export" /> Download as CSV
      </button>
      <ExcelButton name={list} csv={file}>
        <span class="unseen">Download </span>as Excel
      </ExcelButton>
    </>
  );
}
