/** The numbers that a visit was shown, by which it is found. */
import type { Database } from '../../core/engine/storage/database.ts';
import type { ReportedVisit } from '../../dni/evidence.ts';

/** Numbers of a visit by which it can be found. */
export const MAX_NUMBERS = 8;

/** Adds the numbers of a later report, which come before the earlier ones. The visit stays counted for its first number. */
export function addNumbers(
  database: Database,
  visitNumber: number,
  { number, numbers }: Pick<ReportedVisit, 'number' | 'numbers'>,
): void {
  const row = database.maybe<{ number: string; numbers: string | null }>(
    'SELECT number, numbers FROM visits WHERE visit_number = ? AND touch IS NOT NULL',
    visitNumber,
  );
  if (row === undefined) return;
  const known = row.numbers === null ? [row.number] : (JSON.parse(row.numbers) as string[]);
  const shown = [number, ...numbers].filter((each) => each !== '');
  if (shown.every((each) => each === row.number || known.includes(each))) return;
  const merged = [...new Set([...shown, ...known])].slice(0, MAX_NUMBERS);
  database.run('UPDATE visits SET numbers = ? WHERE visit_number = ?', JSON.stringify(merged), visitNumber);
}
