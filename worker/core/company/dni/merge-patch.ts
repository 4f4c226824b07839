/** JSON Merge Patch (RFC 7396). Pure. */
import { isObject } from '../../../shared/http/input.ts';

/**
 * Depth limit of a patch, greater than that of settings. A deeper member replaces the target as a whole, and the schema then
 * refuses it.
 */
const MAX_DEPTH = 32;

/** Returns `target` with the members of `patch` replaced or merged, and without those that are null in `patch`. */
export function mergePatch(target: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth > MAX_DEPTH) return patch;
  // A map, so that a member named __proto__ is treated like any other.
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value, depth + 1));
  }
  return Object.fromEntries(merged);
}
