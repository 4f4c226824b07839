/** Counts the minutes that engines were given, by month, and holds them below the company's limit. */
import type { SpeechEngine } from '../../../shared/speech/speech.ts';
import { settingsOf } from '../../company/settings/settings.ts';
import type { RequestContext, WriteContext } from '../../engine/context/request-context.ts';
import type { Database } from '../../engine/storage/database.ts';
import type { SpeechBody } from './reference.ts';

const MONTHS_SHOWN = 12;

/**
 * Takes seconds from the month before an engine is asked, in one transaction with the claim, so that the limit holds for parallel
 * calls too.
 * @returns false if they are more than the month has left; nothing is taken then
 */
export function takeSeconds(context: WriteContext, seconds: number): boolean {
  if (seconds > secondsLeft(context)) return false;
  addSeconds(context.database, monthOf(context.now), seconds);
  return true;
}

/** Gives back seconds that an engine was not given; negative ones are taken. @param time when they were taken */
export function returnSeconds({ database }: WriteContext, seconds: number, time: number): void {
  addSeconds(database, monthOf(time), -seconds);
}

/** Returns the engine and the minutes of the last months, latest first. */
export function speechBody(context: RequestContext, engine: SpeechEngine | undefined): SpeechBody {
  const price = engine?.pricePerMinute ?? null;
  const months = context.database.all<{ month: string; seconds: number }>(
    `SELECT month, seconds FROM transcript_usage WHERE seconds > 0 ORDER BY month DESC LIMIT ${MONTHS_SHOWN}`,
  );
  return {
    engine: engine?.name ?? null,
    price_per_minute: price,
    months: months.map(({ month, seconds }) => ({
      month,
      minutes: rounded(seconds / 60),
      cost: price === null ? null : rounded((seconds / 60) * price),
    })),
    minutes_left: rounded(Math.max(0, secondsLeft(context)) / 60),
  };
}

function secondsLeft(context: RequestContext): number {
  const { transcript_minutes: minutes } = settingsOf(context).options();
  const row = context.database.maybe<{ seconds: number }>(
    'SELECT seconds FROM transcript_usage WHERE month = ?',
    monthOf(context.now),
  );
  return minutes * 60 - (row?.seconds ?? 0);
}

function addSeconds(database: Database, month: string, seconds: number): void {
  database.run(
    `INSERT INTO transcript_usage (month, seconds) VALUES (?, ?)
     ON CONFLICT (month) DO UPDATE SET seconds = max(0, seconds + excluded.seconds)`,
    month,
    seconds,
  );
}

/** Returns the month of a time in UTC: `yyyy-mm`. */
function monthOf(time: number): string {
  return new Date(time).toISOString().slice(0, 7);
}

/** Rounds to ten-thousandths of a minute, or of a dollar. */
function rounded(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
