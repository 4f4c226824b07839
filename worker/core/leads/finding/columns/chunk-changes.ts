/** Which leads changed since when, by chunk: what a stored chunk is behind the leads. */
import type { Database } from '../../../engine/storage/database.ts';
import { pause } from '../../../engine/work/pauses.ts';
import { chunkOf } from './chunk.ts';
import { changesBetween } from './stored-columns.ts';

/** Changed leads that are remembered of a chunk; a stored chunk that is behind by more is made anew from the leads. */
const MAX_CHANGES = 256;
/** Changes that are read between two pauses. */
const READ_AT_A_TIME = 5_000;
/** Bytes of memory of a change, about. */
const CHANGE_BYTES = 32;

/** The newest changes of a chunk. */
interface RecentChanges {
  /** Every change after this one is in `leads`. */
  since: number;
  /** By lead number: its newest change. */
  leads: Map<number, number>;
}

export class ChunkChanges {
  readonly #database: Database;
  readonly #chunks = new Map<number, RecentChanges>();
  /** Every change after this one was noted. */
  #since: number;
  #count = 0;

  /** @param since the newest change; those that come are to be noted, those before are read when they are wanted */
  constructor(database: Database, since: number) {
    this.#database = database;
    this.#since = since;
  }

  /** Bytes of memory, about. */
  get size(): number {
    return this.#count * CHANGE_BYTES;
  }

  /** Notes that a lead changed. @param changeNumber the number of the change, or of a later one that was noted with it */
  note(leadNumber: number, changeNumber: number): void {
    const chunk = chunkOf(leadNumber);
    const recent = this.#chunks.get(chunk) ?? { since: 0, leads: new Map<number, number>() };
    if (changeNumber <= recent.since) return;
    this.#chunks.set(chunk, recent);
    const before = recent.leads.size;
    recent.leads.set(leadNumber, Math.max(changeNumber, recent.leads.get(leadNumber) ?? 0));
    if (recent.leads.size > MAX_CHANGES) forgetOlder(recent);
    this.#count += recent.leads.size - before;
  }

  /** Reads the changes after one, as far as they are not known yet, with pauses for other requests. */
  async readSince(changeNumber: number): Promise<void> {
    const upTo = this.#since;
    let last = changeNumber;
    while (last < upTo) {
      const changes = changesBetween(this.#database, { after: last, upTo, limit: READ_AT_A_TIME });
      for (const change of changes) this.note(change.leadNumber, change.changeNumber);
      if (changes.length < READ_AT_A_TIME) break;
      last = changes.at(-1)?.changeNumber ?? upTo;
      await pause();
    }
    this.#since = Math.min(changeNumber, upTo);
  }

  /** The leads of a chunk that changed after a change; undefined where that is not known, or where they are too many. */
  after(chunk: number, changeNumber: number): number[] | undefined {
    const { since, leads } = this.#chunks.get(chunk) ?? { since: 0, leads: new Map<number, number>() };
    if (changeNumber < Math.max(since, this.#since)) return undefined;
    return [...leads].filter(([, newest]) => newest > changeNumber).map(([leadNumber]) => leadNumber);
  }
}

/** Forgets the older half, so that a chunk that is made anew now is behind by little. */
function forgetOlder(recent: RecentChanges): void {
  const numbers = [...recent.leads.values()].toSorted((a, b) => a - b);
  recent.since = numbers[Math.floor(numbers.length / 2)] ?? 0;
  for (const [leadNumber, newest] of recent.leads) {
    if (newest <= recent.since) recent.leads.delete(leadNumber);
  }
}
