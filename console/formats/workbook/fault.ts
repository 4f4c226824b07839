/** Why a file cannot be read as a workbook, in words for the person who chose it. */

/** The message is shown as it is. */
export class WorkbookFault extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WorkbookFault';
  }
}

/** Returns the fault of a file that broke on its way. @param what what is missing or wrong */
export function damaged(what: string): WorkbookFault {
  return new WorkbookFault(
    `The workbook is damaged: ${what}. Open it in Excel, save it, and choose it again.`,
  );
}
