/** What requests for the DNI settings take besides a body. */
import * as v from 'valibot';
import { switchSchema } from '../../engine/context/parameters.ts';

/** With `or_null` a company without settings answers `null` instead of the refusal. */
export const dniReadQuery = v.object({ or_null: switchSchema(false) });

/** `dry_run` saves nothing and answers what the save would change. */
export const dniWriteQuery = { dry_run: switchSchema(false) };
