/** Limits the reports of a network that are stored, and those of its /48. Counts in memory, so a restart of the object resets it. */
import { lruCache } from '../lru-cache.ts';
import type { Sender } from './networks.ts';

const WINDOW_MS = 60 * 60_000;
/** Most networks that are remembered. Beyond it, the one that was silent longest is forgotten. */
const MAX_NETWORKS = 10_000;

interface Window {
  count: number;
  begun: number;
}

export class SenderLimit {
  readonly #windows = lruCache<Window>(MAX_NETWORKS);
  readonly #quota: number;

  /** @param quota how much of a network is kept in an hour */
  constructor(quota: number) {
    this.#quota = quota;
  }

  /** Counts a report. @param network a keyed hash @returns whether it may be kept */
  take(network: string, now: number): boolean {
    const former = this.#windows.get(network);
    // A clock that steps back begins a window anew.
    const isOpen = former !== undefined && Math.abs(now - former.begun) < WINDOW_MS;
    const window = isOpen ? former : { count: 0, begun: now };
    window.count += 1;
    this.#windows.set(network, window);
    return window.count <= this.#quota;
  }
}

/** Limits the reports of a network and, with more room, those of its /48, of which one sender may have all networks. */
export class SenderLimits {
  readonly #networks: SenderLimit;
  readonly #blocks: SenderLimit;

  /** @param quotas how much of each is kept in an hour */
  constructor({ network, block }: { network: number; block: number }) {
    this.#networks = new SenderLimit(network);
    this.#blocks = new SenderLimit(block);
  }

  /** Counts a report. A network over its quota uses up nothing of its neighbours. @returns whether it may be kept */
  take({ network, block }: Sender, now: number): boolean {
    return this.#networks.take(network, now) && this.#blocks.take(block, now);
  }
}
