/** Caches of what was used last. */
import { LRUCache } from 'lru-cache';

/**
 * Makes a cache that takes room for what it holds. With the library's `max` it takes the room of all at once: for 10,000 entries a
 * millisecond and 200 kB, each time that an object or isolate starts.
 * @param most the entries that it holds; the one that was not used for longest goes first
 * @param ttl how long it holds an entry, in milliseconds; for ever by default
 */
export function lruCache<Value extends object | string | number | boolean>(
  most: number,
  ttl = 0,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1, ttl });
}
