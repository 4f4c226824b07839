/** JSON Merge Patch (RFC 7396). Pure. */
import { isObject } from '../../../shared/http/input.ts';

/** Deeper than settings may be; a deeper member replaces as a whole, and the schema then refuses it. */
const MAX_DEPTH = 32;

/** `target` with what `patch` names replaced, merged member by member, or, where it says null, taken away. */
export function mergePatch(target: unknown, patch: unknown, depth = 0): unknown {
  if (!isObject(patch) || depth > MAX_DEPTH) return patch;
  // A map, so that a member called __proto__ is one like any other.
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value, depth + 1));
  }
  return Object.fromEntries(merged);
}
