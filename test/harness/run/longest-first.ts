/** The order of test files: the longest first, so that the last files of a run are short. */
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import durations from './durations.json' with { type: 'json' };

const SECONDS = new Map(Object.entries<number>(durations));

/** Sorts the files of each Vitest project by the seconds of `durations.json` (record-durations.ts). Files without any come last, the largest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...projects.values()].flatMap((each) =>
      each.toSorted((one, other) => secondsOf(other) - secondsOf(one)),
    );
  }
}

function secondsOf({ moduleId, project }: TestSpecification): number {
  return SECONDS.get(relative(project.config.root, moduleId)) ?? 0;
}
