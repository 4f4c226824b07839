/**
 * Frequent routes that bypass the router and its middlewares; decision 001 says what that saves. Each is a path and a
 * function. The router gets them too, to answer other methods and to list the operations; the regular expression for the
 * bypass is made from the same path.
 */
import type { Hono } from 'hono';
import type { BaseApp } from '../shared/http/base-app.ts';

/** The bindings and the execution context of a request. */
export interface WorkerContext<Bindings> {
  env: Bindings;
  context: Pick<ExecutionContext, 'waitUntil'>;
}

export interface ShortCut<Bindings> {
  method: 'GET' | 'POST' | 'ALL';
  /** A full path in Hono's notation: `/dni/swap/:company`; `:rest{.+}` matches the rest of the path, `{.*}` also an empty one. */
  path: string;
  /** Answers the request, refusals included: no middleware runs. */
  answer: (
    request: Request,
    parameters: Readonly<Record<string, string>>,
    context: WorkerContext<Bindings>,
  ) => Promise<Response>;
}

/** Answers with the first matching short cut; undefined when none matches. */
export function pastRouter<Bindings>(
  shortCuts: readonly ShortCut<Bindings>[],
): (request: Request, context: WorkerContext<Bindings>) => Promise<Response> | undefined {
  const known = shortCuts.map(({ method, path, answer }) => ({ method, answer, ...patternOf(path) }));
  return (request, context) => {
    const { method: requestMethod, url } = request;
    for (const { method, answer, expression, names } of known) {
      if (method !== 'ALL' && method !== requestMethod) continue;
      const match = expression.exec(url);
      if (match !== null) return answer(request, parametersOf(match, names), context);
    }
    return undefined;
  };
}

/** Adds the short cuts to the router. */
export function mountShortCuts<Environment extends BaseApp>(
  app: Hono<Environment>,
  shortCuts: readonly ShortCut<Environment['Bindings']>[],
): void {
  for (const { method, path, answer } of shortCuts) {
    app.on(method, path, (c) => answer(c.req.raw, c.req.param(), { env: c.env, context: c.executionCtx }));
  }
}

/** Makes a regular expression for a path in an absolute URL, so that the URL need not be parsed, and lists its parameters. */
function patternOf(path: string): { expression: RegExp; names: string[] } {
  const names: string[] = [];
  const parameters = path.replaceAll(/:(\w+)(?:\{\.([+*])\})?/g, (_, name: string, restCount?: string) => {
    names.push(name);
    return restCount ? `([^?#]${restCount})` : '([^/?#]+)';
  });
  return { expression: new RegExp(`^[^/]*//[^/]*${parameters}(?:[?#]|$)`), names };
}

function parametersOf(match: RegExpExecArray, names: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  names.forEach((name, index) => {
    const value = match[index + 1] ?? '';
    parameters[name] = value.includes('%') ? decoded(value) : value;
  });
  return parameters;
}

/** Decodes a part of a path; invalid escapes are left as they are. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
