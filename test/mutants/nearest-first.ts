/** Runs test files in the order of the command, in which the nearest to a fault come first. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The variable with the paths of the files, one a line. Vitest itself forgets the order of its arguments. */
export const ORDER = 'LEADLINE_TEST_ORDER';

/** Vitest's own order is by size, the largest first. */
export class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = (process.env[ORDER] ?? '').split('\n');
    const rankOf = ({ moduleId }: TestSpecification): number => order.indexOf(relative('.', moduleId));
    return files.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
