/** The location of each postal code decided so far, for the map and the table beside it. Pure. */
import { CODE_LENGTH, type MapBatch, type MapBranches, WON } from './map-messages.ts';

/** The postal codes of a branch. */
export interface BranchShare {
  index: number;
  codes: number;
  /** The number of codes in its service area. */
  byArea: number;
  /** The postal code farthest away from it. */
  furthest: string;
  furthestKm: number;
}

/** The assignment of one postal code. */
export interface WonCode {
  code: string;
  winner: number;
  way: number;
  kilometers: number;
}

export class Winners {
  readonly branches: MapBranches;
  readonly batches: MapBatch[] = [];
  /** The number of codes by each way of `WON`. */
  readonly ways = new Uint32Array(Object.keys(WON).length);
  readonly #shares = new Map<number, BranchShare>();

  constructor(branches: MapBranches) {
    this.branches = branches;
  }

  /** The number of known codes. */
  get known(): number {
    return this.ways.reduce((sum, count) => sum + count, 0);
  }

  get isWhole(): boolean {
    return this.batches.at(-1)?.isLast === true;
  }

  /** The postal codes of each branch, the largest number first. Codes too far from all belong to none. */
  get shares(): BranchShare[] {
    return [...this.#shares.values()].sort((a, b) => b.codes - a.codes || a.index - b.index);
  }

  add(batch: MapBatch): void {
    this.batches.push(batch);
    for (let at = 0; at < batch.winners.length; at += 1) {
      const { winner, way, kilometers, code } = codeAt(batch, at);
      this.ways[way] = (this.ways[way] ?? 0) + 1;
      if (way === WON.tooFar) continue;
      const share = this.#shares.get(winner) ?? NO_SHARE(winner);
      share.codes += 1;
      if (way !== WON.byDistance) share.byArea += 1;
      if (kilometers > share.furthestKm) [share.furthest, share.furthestKm] = [code, kilometers];
      this.#shares.set(winner, share);
    }
  }

  /** Finds the code nearest to a point of the map, within a distance. */
  near(x: number, y: number, within: number): WonCode | undefined {
    let [least, found] = [within ** 2, undefined as WonCode | undefined];
    for (const batch of this.batches) {
      const { points } = batch;
      for (let at = 0; at < batch.winners.length; at += 1) {
        const off = ((points[2 * at] ?? 0) - x) ** 2 + ((points[2 * at + 1] ?? 0) - y) ** 2;
        if (off < least) [least, found] = [off, codeAt(batch, at)];
      }
    }
    return found;
  }
}

const NO_SHARE = (index: number): BranchShare => ({
  index,
  codes: 0,
  byArea: 0,
  furthest: '',
  furthestKm: -1,
});

function codeAt({ codes, winners, ways, kilometers }: MapBatch, at: number): WonCode {
  return {
    code: codes.slice(at * CODE_LENGTH, (at + 1) * CODE_LENGTH).trim(),
    winner: winners[at] ?? 0,
    way: ways[at] ?? 0,
    kilometers: kilometers[at] ?? 0,
  };
}
