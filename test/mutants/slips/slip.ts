/** A slip: a small change of a source, as people make by mistake. */
import type { Node, SourceFile } from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isConstructorDeclaration,
  isFunctionDeclaration,
  isFunctionExpression,
  isGetAccessorDeclaration,
  isMethodDeclaration,
} from 'typescript/unstable/ast/is';

export type FaultKind =
  | 'condition turned'
  | 'and for or'
  | 'part left out'
  | 'edge moved'
  | 'other candidate'
  | 'order reversed'
  | 'guard left out'
  | 'reset left out'
  | 'not awaited'
  | 'unit left out'
  | 'call left out'
  | 'return left out'
  | 'constant doubled'
  | 'answer turned';

/** The replaced characters of a source. */
export interface Slip {
  kind: FaultKind;
  start: number;
  end: number;
  replacement: string;
}

/** Replaces a node. */
export function replaced(node: Node, source: SourceFile, change: Pick<Slip, 'kind' | 'replacement'>): Slip {
  return { start: node.getStart(source), end: node.end, ...change };
}

/** Tells whether a node is a function with a body. */
export function isFunction(node: Node): boolean {
  return (
    isFunctionDeclaration(node) ||
    isMethodDeclaration(node) ||
    isArrowFunction(node) ||
    isFunctionExpression(node) ||
    isConstructorDeclaration(node) ||
    isGetAccessorDeclaration(node)
  );
}

/** Returns the innermost function around a node; of what runs once, when the file is loaded, undefined. */
export function functionAround(node: Node): Node | undefined {
  let around: Node | undefined = node.parent;
  while (around !== undefined && !isFunction(around)) around = around.parent;
  return around;
}
