/** Answers what the page asks the worker of workbooks. */
import { WorkbookFault } from './fault.ts';
import type { WorkbookAnswer, WorkbookQuestion } from './messages.ts';
import { MOST_FILE_BYTES, readWorkbook } from './read-workbook.ts';
import { refuseTooLarge, workbookOf } from './write-workbook.ts';

/** Returns the answer. Faults of the file are answers too. */
export async function answerTo(question: WorkbookQuestion): Promise<WorkbookAnswer> {
  try {
    if (question.kind === 'read') {
      // One byte more than is taken shows that there are more.
      const bytes = await question.file.slice(0, MOST_FILE_BYTES + 1).arrayBuffer();
      return { kind: 'sheets', sheets: await readWorkbook(new Uint8Array(bytes)) };
    }
    const { csv, name, zone } = question;
    refuseTooLarge(csv.size);
    return { kind: 'workbook', file: await workbookOf(await csv.text(), { name, zone }) };
  } catch (error) {
    if (error instanceof WorkbookFault) return { kind: 'fault', message: error.message };
    throw error;
  }
}
