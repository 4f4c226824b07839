/** Parses the sources of the rooms with the TypeScript compiler, and checks whether a changed file still compiles. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SourceFile } from 'typescript/unstable/ast';
import { API, type Program } from 'typescript/unstable/sync';
import { type Fault, withFault } from './faults.ts';
import { type Room, roomOf } from './rooms.ts';

export interface CheckedTree {
  /** Returns the syntax tree of a file. @param file path from the root of the project */
  source(file: string): SourceFile;
  /** Writes the fault into its file. @returns whether the file still compiles */
  put(fault: Fault): boolean;
  /** Restores the file. */
  takeBack(fault: Fault): void;
  close(): void;
}

/** The TypeScript project of a room. */
interface CheckedRoom {
  api: API;
  program: Program;
}

/** Opens the TypeScript projects of the rooms, each when it is needed. @param folder the root of the copy that gets the faults */
export function openTree(folder: string): CheckedTree {
  const rooms = new Map<Room, CheckedRoom>();
  const originals = new Map<string, string>();
  const checkedRoom = (file: string): CheckedRoom => {
    const room = roomOf(file);
    const known = rooms.get(room) ?? opened(folder, room);
    rooms.set(room, known);
    return known;
  };
  const write = (file: string, text: string): Program => {
    const path = join(folder, file);
    writeFileSync(path, text);
    const checked = checkedRoom(file);
    checked.program = programOf(checked.api, { fileChanges: { changed: [path] } });
    return checked.program;
  };
  return {
    source: (file) => {
      const source = checkedRoom(file).program.getSourceFile(join(folder, file));
      if (source === undefined) throw new Error(`${file} is not in ${roomOf(file)}/tsconfig.json.`);
      return source;
    },
    put: (fault) => {
      const text = readFileSync(join(folder, fault.file), 'utf8');
      originals.set(fault.file, text);
      const program = write(fault.file, withFault(text, fault));
      const path = join(folder, fault.file);
      const refused = [...program.getSyntacticDiagnostics(path), ...program.getSemanticDiagnostics(path)];
      return refused.length === 0;
    },
    takeBack: ({ file }) => {
      const text = originals.get(file);
      if (text !== undefined) write(file, text);
    },
    close: () => {
      for (const { api } of rooms.values()) api.close();
    },
  };
}

function opened(folder: string, room: Room): CheckedRoom {
  const api = new API({ cwd: folder });
  return { api, program: programOf(api, { openProject: join(folder, room, 'tsconfig.json') }) };
}

function programOf(api: API, update: Parameters<API['updateSnapshot']>[0]): Program {
  const [project] = api.updateSnapshot(update).getProjects();
  if (project === undefined) throw new Error('TypeScript found no project.');
  return project.program;
}
