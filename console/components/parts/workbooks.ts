/** Reads and writes Excel workbooks in a web worker, which is loaded for it and ends with it. */
import { WorkbookFault } from '../../formats/workbook/fault.ts';
import type { WorkbookAnswer, WorkbookQuestion } from '../../formats/workbook/messages.ts';
import type { Sheet } from '../../formats/workbook/read-workbook.ts';
import { ownWorker } from './own-worker.ts';

/** Longest wait for an answer. 50,000 rows take seconds. */
const LONGEST_MS = 120_000;

/**
 * Reads the sheets of a workbook that have rows, as CSV.
 * @throws WorkbookFault, with words for the user; the reason of `signal` when it was aborted
 */
export async function readSheets(file: Blob, signal: AbortSignal): Promise<Sheet[]> {
  const answer = await askWorker({ kind: 'read', file }, signal);
  return answer.kind === 'sheets' ? answer.sheets : [];
}

/**
 * Returns the workbook of a CSV export. Its times are those of this clock.
 * @param name the name of its sheet
 * @throws WorkbookFault, with words for the user
 */
export async function workbookFrom(csv: Blob, name: string): Promise<Blob> {
  const { timeZone: zone } = new Intl.DateTimeFormat().resolvedOptions();
  const answer = await askWorker({ kind: 'write', csv, name, zone }, new AbortController().signal);
  return answer.kind === 'workbook' ? answer.file : csv;
}

async function askWorker(question: WorkbookQuestion, signal: AbortSignal): Promise<WorkbookAnswer> {
  signal.throwIfAborted();
  const worker = ownWorker('workbook-worker');
  try {
    return await answerOf(worker, question, signal);
  } finally {
    worker.terminate();
  }
}

function answerOf(worker: Worker, question: WorkbookQuestion, signal: AbortSignal): Promise<WorkbookAnswer> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new WorkbookFault('The workbook takes too long here. Split it, or use CSV.')),
      LONGEST_MS,
    );
    const settled = (settle: () => void): void => {
      clearTimeout(timer);
      settle();
    };
    signal.addEventListener('abort', () => settled(() => reject(signal.reason as Error)));
    worker.addEventListener('error', () => settled(() => reject(new WorkbookFault(NOT_RUNNING))));
    worker.addEventListener('message', ({ data }: MessageEvent<WorkbookAnswer>) => {
      if (data.kind === 'ready') worker.postMessage(question, []);
      else if (data.kind === 'fault') settled(() => reject(new WorkbookFault(data.message)));
      else settled(() => resolve(data));
    });
  });
}

const NOT_RUNNING =
  'The program for Excel files could not be loaded, or broke. Check the connection and try again, or use CSV.';
