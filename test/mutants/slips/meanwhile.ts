/** What happens meanwhile: a guard after a wait, a reset, or a wait is left out. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isBreakStatement,
  isCallExpression,
  isContinueStatement,
  isDeleteExpression,
  isExpressionStatement,
  isIdentifier,
  isIfStatement,
  isPropertyAccessExpression,
  isReturnStatement,
  isThrowStatement,
} from 'typescript/unstable/ast/is';
import { functionAround, isFunction, replaced, type Slip } from './slip.ts';

/** Calls that end or empty something. */
const RESETS =
  /^(?:abort|cancel|clear\w*|close|delete|disconnect|dispose|release|remove\w*|reset|terminate)$/;
/** Values with which a variable begins anew. */
const EMPTY = new Set(['undefined', 'null', 'false', '0', "''", '[]', '{}', 'new Map()', 'new Set()']);

/** Lists the slips that only tell when something else happens in between. */
export function meanwhileSlips(node: Node, source: SourceFile): Slip[] {
  if (isIfStatement(node) && isGuardAfterWait(node))
    return [replaced(node, source, { kind: 'guard left out', replacement: ';' })];
  if (!isExpressionStatement(node)) return [];
  const { expression } = node;
  if (isReset(expression, source))
    return [replaced(node, source, { kind: 'reset left out', replacement: ';' })];
  if (!isAwaitExpression(expression)) return [];
  // The linter refuses a promise that is dropped without `void`.
  const replacement = `void ${expression.expression.getText(source)};`;
  return [replaced(node, source, { kind: 'not awaited', replacement })];
}

/** Tells whether a condition without `else` ends a function or a turn that has waited before. */
function isGuardAfterWait(node: Node & { thenStatement: Node; elseStatement?: Node | undefined }): boolean {
  const around = functionAround(node);
  if (node.elseStatement !== undefined || around === undefined || !isEnd(node.thenStatement)) return false;
  return hasWaitBefore(around, node.pos);
}

function isEnd(statement: Node): boolean {
  if (isBlock(statement)) {
    const last = statement.statements.at(-1);
    return last !== undefined && isEnd(last);
  }
  return (
    isReturnStatement(statement) ||
    isThrowStatement(statement) ||
    isContinueStatement(statement) ||
    isBreakStatement(statement)
  );
}

/** Looks for an `await` of the function itself, not of those inside it. */
function hasWaitBefore(node: Node, position: number): boolean {
  let isFound = false;
  node.forEachChild((child) => {
    if (isFound || child.pos >= position || isFunction(child)) return;
    isFound = (isAwaitExpression(child) && child.end <= position) || hasWaitBefore(child, position);
  });
  return isFound;
}

function isReset(expression: Node, source: SourceFile): boolean {
  if (isDeleteExpression(expression)) return true;
  if (isBinaryExpression(expression))
    return (
      expression.operatorToken.kind === SyntaxKind.EqualsToken &&
      EMPTY.has(expression.right.getText(source).replace(/<.*>/, ''))
    );
  if (!isCallExpression(expression)) return false;
  const called = expression.expression;
  if (isIdentifier(called)) return RESETS.test(called.text);
  return isPropertyAccessExpression(called) && RESETS.test(called.name.text);
}
