/** What the writes of the DNI settings take besides a body. */
import { switchSchema } from '../../engine/context/parameters.ts';

/** `dry_run` saves nothing and answers what the save would change. */
export const dniWriteQuery = { dry_run: switchSchema(false) };
