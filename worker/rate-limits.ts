/** The two rate limits of the edge. A limiter that fails or is not bound lets the request pass: it protects, it does not decide. */
import { createMiddleware } from 'hono/factory';
import type { BaseApp } from './base-app.ts';
import { Problem } from './problems.ts';

/** The bindings of the limits; see wrangler.toml. */
export interface RateLimits {
  /** 300 lookups a minute per IP. */
  LOOKUP_RATE_LIMIT?: RateLimit;
  /** 20 sign-ins and operator calls a minute per IP. */
  AUTH_RATE_LIMIT?: RateLimit;
}

interface Limited extends BaseApp {
  Bindings: RateLimits;
}

/** Seconds of the limiters' window in wrangler.toml. */
const WINDOW_SECONDS = 60;

/** Previews count as lookups: 300 a minute per IP. */
export const limitPreviews = createMiddleware<Limited>(async (c, next) => {
  await enforceLimit(c.env.LOOKUP_RATE_LIMIT, c.req.header('CF-Connecting-IP'));
  await next();
});

/** 20 sign-ins or operator calls a minute per IP. */
export const limitSignIns = createMiddleware<Limited>(async (c, next) => {
  await enforceLimit(c.env.AUTH_RATE_LIMIT, c.req.header('CF-Connecting-IP'));
  await next();
});

/**
 * Counts a request of this address.
 * @throws Problem `rate_limited` when there were too many
 */
export async function enforceLimit(limiter: RateLimit | undefined, ip: string | undefined): Promise<void> {
  if (limiter === undefined || ip === undefined) return;
  const { success } = await limiter.limit({ key: ip }).catch(() => ({ success: true }));
  if (success) return;
  throw new Problem('rate_limited', 'Too many requests from this address; wait a minute.', {
    headers: { 'Retry-After': String(WINDOW_SECONDS) },
  });
}
