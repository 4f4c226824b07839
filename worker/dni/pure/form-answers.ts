/** The answers of a form in words. Pure. */

/** Writes an answer as a line: `Service: Repair`; `What leaks? The roof`, since a question has its own mark. */
export function answerText({ label, value }: { label: string; value: string }): string {
  if (label === '') return value;
  return /[?:!.]$/.test(label) ? `${label} ${value}` : `${label}: ${value}`;
}
