/** Downloads an export as an Excel workbook: the same file as the CSV beside it, with phone numbers as text and days as days. */
import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf, readAnswer, Unreachable } from '../../api/api.ts';
import { WorkbookFault } from '../../formats/workbook/fault.ts';
import { saveFile } from '../../formats/save-file.ts';
import { toast } from '../over/toasts.tsx';
import { workbookFrom } from './workbooks.ts';

interface ExcelButtonProps {
  /** The name of the file, without its ending. */
  name: string;
  /** Returns the CSV file. */
  csv: () => Promise<Blob>;
  class?: string;
  children?: ComponentChildren;
}

export function ExcelButton({
  name,
  csv,
  class: look = 'button',
  children = 'Excel',
}: ExcelButtonProps): VNode {
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      saveFile(await workbookFrom(await csv(), name), `${name}.xlsx`);
    } catch (error) {
      toast(error instanceof WorkbookFault ? error.message : messageOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" class={look} aria-disabled={isBusy} onClick={() => isBusy || void download()}>
      {isBusy ? 'Making the file…' : children}
    </button>
  );
}

/**
 * Requests an export, however long it takes.
 * @param address the address that the link to the CSV file has
 * @throws Refusal, Unreachable
 */
export async function fetchExport(address: string): Promise<Blob> {
  try {
    const response = await fetch(address);
    if (!response.ok) await readAnswer(response);
    return await response.blob();
  } catch (error) {
    // The network failed, at once or in the middle.
    throw error instanceof TypeError ? new Unreachable(error) : error;
  }
}
