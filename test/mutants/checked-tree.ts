/** Parses the sources of the Worker with the TypeScript compiler, and checks whether a changed file still compiles. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API, type Program } from 'typescript/unstable/sync';
import { type Fault, withFault } from './faults.ts';

export interface CheckedTree {
  /** Returns the syntax tree of a file. @param file path from the root of the project */
  source(file: string): SourceFile;
  /** Writes the fault into its file. @returns whether the file still compiles */
  put(fault: Fault): boolean;
  /** Restores the file. */
  takeBack(fault: Fault): void;
  close(): void;
}

/** Opens the Worker's TypeScript project. @param folder the root of the copy that gets the faults */
export function openTree(folder: string): CheckedTree {
  const api = new API({ cwd: folder });
  const config = join(folder, 'worker/tsconfig.json');
  let program = programOf(api, { openProject: config });
  const write = (file: string, text: string): void => {
    const path = join(folder, file);
    writeFileSync(path, text);
    program = programOf(api, { openProject: config, fileChanges: { changed: [path] } });
  };
  const originals = new Map<string, string>();
  return {
    source: (file) => {
      const source = program.getSourceFile(join(folder, file));
      if (source === undefined) throw new Error(`${file} is not in worker/tsconfig.json.`);
      return source;
    },
    put: (fault) => {
      const text = readFileSync(join(folder, fault.file), 'utf8');
      originals.set(fault.file, text);
      write(fault.file, withFault(text, fault));
      const path = join(folder, fault.file);
      const refused = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)];
      return refused.length === 0;
    },
    takeBack: ({ file }) => {
      const text = originals.get(file);
      if (text !== undefined) write(file, text);
    },
    close: () => api.close(),
  };
}

function programOf(api: API, update: Parameters<API['updateSnapshot']>[0]): Program {
  const [project] = api.updateSnapshot(update).getProjects();
  if (project === undefined) throw new Error('TypeScript found no project.');
  return project.program;
}
