/**
 * Routes that are asked so often that they go past the router and its chain of middlewares; decision 001 has what that
 * saves. Each is stated once, as a path and a function: the router gets both, for what it says about other methods and
 * for the list of operations, and the expression that leads past it is made of the same path.
 */
import type { Hono } from 'hono';
import type { BaseApp } from '../shared/http/base-app.ts';

/** What is there to answer with. */
export interface Surroundings<Bindings> {
  env: Bindings;
  context: Pick<ExecutionContext, 'waitUntil'>;
}

export interface ShortCut<Bindings> {
  method: 'GET' | 'POST' | 'ALL';
  /** From the root, as Hono writes it: `/dni/swap/:company`; `:rest{.+}` stands for all that is left of the path, `{.*}` also for nothing. */
  path: string;
  /** Answers, also with refusals: no middleware stands around it. */
  answer: (
    request: Request,
    parameters: Readonly<Record<string, string>>,
    surroundings: Surroundings<Bindings>,
  ) => Promise<Response>;
}

/** The way past the router: the answer by the first short cut that the request fits, undefined when it fits none. */
export function pastRouter<Bindings>(
  shortCuts: readonly ShortCut<Bindings>[],
): (request: Request, surroundings: Surroundings<Bindings>) => Promise<Response> | undefined {
  const known = shortCuts.map(({ method, path, answer }) => ({ method, answer, ...patternOf(path) }));
  return (request, surroundings) => {
    const { method: asked, url } = request;
    for (const { method, answer, expression, names } of known) {
      if (method !== 'ALL' && method !== asked) continue;
      const match = expression.exec(url);
      if (match !== null) return answer(request, parametersOf(match, names), surroundings);
    }
    return undefined;
  };
}

/** Tells the router of the short cuts. */
export function mountShortCuts<Environment extends BaseApp>(
  app: Hono<Environment>,
  shortCuts: readonly ShortCut<Environment['Bindings']>[],
): void {
  for (const { method, path, answer } of shortCuts) {
    app.on(method, path, (c) => answer(c.req.raw, c.req.param(), { env: c.env, context: c.executionCtx }));
  }
}

/** An expression for the path within an absolute URL, so that the URL need not be parsed, and the names of its parameters. */
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

/** A part of a path; what is no valid escape stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
