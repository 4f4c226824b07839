/** What failed in a run of Vitest. */
import { relative } from 'node:path';
import type { TestModule } from 'vitest/node';

/** A test that failed, or a file that failed outside of its tests. */
export interface Failure {
  /** The path of its file from the root of the project, with the name of the Vitest project if it has one. */
  file: string;
  /** The name of the test; empty if the file failed outside of its tests. */
  test: string;
  /** The first line of the error. */
  message: string;
}

/** Returns the failures of a file, in its order. */
export function failuresOf(module: TestModule): Failure[] {
  const file = nameOf(module);
  const suites = [module, ...module.children.allSuites()].flatMap((suite) =>
    suite.errors().map(({ message }) => ({ file, test: '', message: firstLine(message) })),
  );
  const tests = [...module.children.allTests('failed')].map((test) => ({
    file,
    test: test.fullName,
    message: firstLine(test.result().errors?.[0]?.message),
  }));
  return [...suites, ...tests];
}

/** Returns the path of a file for people, after the name of its Vitest project. */
export function nameOf({ moduleId, project }: TestModule): string {
  const path = relative(project.config.root, moduleId);
  return project.name === '' ? path : `[${project.name}] ${path}`;
}

/** Returns a failure in one line. */
export function lineOf({ file, test, message }: Failure): string {
  return [file, test, message].filter((part) => part !== '').join(': ');
}

function firstLine(text = ''): string {
  return text.split('\n')[0] ?? '';
}
