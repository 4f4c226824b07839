/** The demo's published sheet of costs, as its page and its Worker know it. */

/** The address at which the sheet is published as CSV, and saved by its page. */
export const SHEET_CSV = '/demo/sheet.csv';
