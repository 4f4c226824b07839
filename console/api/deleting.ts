/** Deletes what the screen shows. */
import { resourcesWith } from './resource.ts';

/**
 * Deletes what the paths with this prefix show. They are not read meanwhile, nor until the screen that shows them is gone:
 * a hint about the change may be faster than the answer.
 * @param work sends the request; if it fails, the paths are read again
 */
export async function deleting<Result>(prefix: string, work: () => Promise<Result>): Promise<Result> {
  const shown = resourcesWith(prefix);
  for (const item of shown) item.goes();
  try {
    return await work();
  } catch (error) {
    for (const item of shown) item.stays();
    throw error;
  }
}
