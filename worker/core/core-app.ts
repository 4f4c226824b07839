import type { App, Env } from '../env.ts';
import type { CompanyRecord } from './companies.ts';
import type { CompanyContext } from './company.ts';

/** The Hono environment inside a company's Durable Object. */
export interface CoreApp extends App {
  Bindings: Env & { company: CompanyContext & { describe(): CompanyRecord | undefined } };
}
