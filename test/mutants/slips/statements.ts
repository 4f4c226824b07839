/** Statements: a call or a return is left out. */
import type { Node, ReturnStatement, SourceFile } from 'typescript/unstable/ast';
import {
  isAwaitExpression,
  isBlock,
  isCallExpression,
  isExpressionStatement,
  isIdentifier,
  isReturnStatement,
} from 'typescript/unstable/ast/is';
import { isFunction, replaced, type Slip } from './slip.ts';

/** Lists the slips that leave out a statement. */
export function statementSlips(node: Node, source: SourceFile): Slip[] {
  if (isReturnStatement(node))
    return isLastAndEmpty(node)
      ? []
      : [replaced(node, source, { kind: 'return left out', replacement: ';' })];
  if (!isExpressionStatement(node)) return [];
  const { expression } = node;
  return isCallExpression(isAwaitExpression(expression) ? expression.expression : expression)
    ? [replaced(node, source, { kind: 'call left out', replacement: ';' })]
    : [];
}

/** A function that ends with `return undefined` returns the same without it. */
function isLastAndEmpty(node: ReturnStatement): boolean {
  const { expression, parent } = node;
  const isUndefined =
    expression === undefined || (isIdentifier(expression) && expression.text === 'undefined');
  return isUndefined && isBlock(parent) && isFunction(parent.parent) && parent.statements.at(-1) === node;
}
