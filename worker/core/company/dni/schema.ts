/** Queries of requests for the DNI settings. */
import * as v from 'valibot';
import { switchSchema } from '../../engine/context/parameters.ts';

/** With `or_null`, the answer for a company without settings is `null` instead of 404. */
export const dniReadQuery = v.object({ or_null: switchSchema(false) });

/** `dry_run` saves nothing and answers the differences that a save would make. */
export const dniWriteQuery = { dry_run: switchSchema(false) };
