/** A router that compares the fixed segments of a route before it runs the route's expression. */
import type { Params, Result, Router } from 'hono/router';
import { PatternRouter } from 'hono/router/pattern-router';

/** Matches a segment after which a path may have any length: a wildcard, an optional parameter, a repetition, or an expression with a slash. */
const OPEN = /[*?+]|\{[^}]*$/;

interface Route<Handler> {
  method: string;
  /** The fixed segments by position; undefined for a parameter. */
  fixed: readonly (string | undefined)[];
  /** Whether a path may have more segments, or one fewer. */
  isOpen: boolean;
  pattern: PatternRouter<Handler>;
}

/**
 * Uses one `PatternRouter` of Hono for each route, and only if the fixed segments match. A single one for all routes would run the
 * expression of every route of the method: 71 of the core's 182 for a GET, in 40 µs.
 */
export class SegmentRouter<Handler> implements Router<Handler> {
  readonly name = 'SegmentRouter';
  readonly #routes: Route<Handler>[] = [];

  /** Adds a route after the existing ones. */
  add(method: string, path: string, handler: Handler): void {
    const pattern = new PatternRouter<Handler>();
    pattern.add(method, path, handler);
    const segments = segmentsOf(path);
    const open = segments.findIndex((segment) => OPEN.test(segment));
    const certain = open < 0 ? segments : segments.slice(0, open);
    const fixed = certain.map((segment) => (segment.startsWith(':') ? undefined : segment));
    this.#routes.push({ method, fixed, isOpen: open >= 0, pattern });
  }

  /** Returns the handlers for a path, in the order in which their routes were added. */
  match(method: string, path: string): Result<Handler> {
    const segments = segmentsOf(path);
    const handlers: [Handler, Params][] = [];
    for (const route of this.#routes) {
      if (route.method !== method && route.method !== 'ALL') continue;
      if (!mayFit(route, segments)) continue;
      for (const [handler, parameters] of route.pattern.match(method, path)[0]) {
        handlers.push([handler, parameters as Params]);
      }
    }
    return [handlers];
  }
}

function mayFit(
  { fixed, isOpen }: Pick<Route<unknown>, 'fixed' | 'isOpen'>,
  segments: readonly string[],
): boolean {
  if (isOpen ? segments.length < fixed.length : segments.length !== fixed.length) return false;
  for (let index = fixed.length - 1; index >= 0; index -= 1) {
    const segment = fixed[index];
    if (segment !== undefined && segment !== segments[index]) return false;
  }
  return true;
}

/** Splits a path into segments. A slash at its end does not begin one. */
function segmentsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(0, -1) : path).split('/').slice(1);
}
