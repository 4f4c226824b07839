/** Finds the possible small faults of a source: one turned condition, one reset less, the second of two candidates. */
import type { Node, SourceFile } from 'typescript/unstable/ast';
import { isExpressionStatement, isTypeNode } from 'typescript/unstable/ast/is';
import { candidateSlips } from './slips/candidates.ts';
import { conditionSlips } from './slips/conditions.ts';
import { edgeSlips } from './slips/edges.ts';
import { literalSlips } from './slips/literals.ts';
import { meanwhileSlips } from './slips/meanwhile.ts';
import type { FaultKind, Slip } from './slips/slip.ts';
import { sqlSlips } from './slips/sql.ts';
import { statementSlips } from './slips/statements.ts';
import { unitSlips } from './slips/units.ts';

export type { FaultKind } from './slips/slip.ts';

/** A piece of a source and its replacement in the faulty copy. */
export interface Fault {
  /** The path from the root of the project. */
  file: string;
  /** From 1. */
  line: number;
  kind: FaultKind;
  /** The start and the end of the piece, in characters of the source. */
  start: number;
  end: number;
  source: string;
  replacement: string;
}

/** If two make the same change, the first one gives it its kind. */
const MAKERS: readonly ((node: Node, source: SourceFile) => Slip[])[] = [
  conditionSlips,
  edgeSlips,
  candidateSlips,
  meanwhileSlips,
  unitSlips,
  statementSlips,
  literalSlips,
  sqlSlips,
];
/** Logging, which users do not see. */
const LOGGING = /^(?:await )?console\./;

/** Lists all possible faults of a source, in its order. */
export function faultsOf(file: string, source: SourceFile): Fault[] {
  const found = new Map<string, Fault>();
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isLogging(node, source)) return;
    for (const slip of MAKERS.flatMap((make) => make(node, source))) {
      const key = `${slip.start} ${slip.end} ${slip.replacement}`;
      if (!found.has(key)) found.set(key, faultOf(file, source, slip));
    }
    node.forEachChild(visit);
  };
  visit(source);
  return [...found.values()];
}

/** Returns the source with the fault. */
export function withFault(text: string, { start, end, replacement }: Fault): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function faultOf(file: string, source: SourceFile, slip: Slip): Fault {
  return {
    file,
    line: source.text.slice(0, slip.start).split('\n').length,
    source: source.text.slice(slip.start, slip.end),
    ...slip,
  };
}

function isLogging(node: Node, source: SourceFile): boolean {
  return isExpressionStatement(node) && LOGGING.test(node.getText(source));
}
