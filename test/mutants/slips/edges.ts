/** Boundaries: comparisons with or without their edge, and counts that are one too high or too low. */
import {
  type BinaryExpression,
  type CallExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isBinaryExpression,
  isCallExpression,
  isIdentifier,
  isNumericLiteral,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { replaced, type Slip } from './slip.ts';

/** Comparisons with and without their edge. */
const EDGES = new Map<SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
]);
/** Methods that take a part, up to or from their last argument. */
const CUTS = new Set(['slice', 'subarray', 'substring']);

/** Lists the slips at a boundary. */
export function edgeSlips(node: Node, source: SourceFile): Slip[] {
  if (isCallExpression(node)) return cutSlips(node, source);
  if (!isBinaryExpression(node)) return [];
  const edge = EDGES.get(node.operatorToken.kind);
  if (edge !== undefined)
    return [replaced(node.operatorToken, source, { kind: 'edge moved', replacement: edge })];
  return isOneMore(node)
    ? [replaced(node, source, { kind: 'edge moved', replacement: node.left.getText(source) })]
    : [];
}

/** Tells whether an expression is `x + 1` or `x - 1`. */
export function isOneMore({ operatorToken: { kind }, right }: BinaryExpression): boolean {
  const isSum = kind === SyntaxKind.PlusToken || kind === SyntaxKind.MinusToken;
  return isSum && isNumericLiteral(right) && right.text === '1';
}

/** Tells whether a call takes a part of a text or a list. */
export function isCut({ expression }: CallExpression): boolean {
  return isPropertyAccessExpression(expression) && CUTS.has(expression.name.text);
}

function cutSlips(call: CallExpression, source: SourceFile): Slip[] {
  const last = call.arguments.at(-1);
  if (last === undefined || !isCut(call)) return [];
  const text = last.getText(source);
  const number = Number(text);
  const isSimple = isIdentifier(last) || isPropertyAccessExpression(last);
  const further = number < 0 ? String(number - 1) : String(number + 1);
  const replacement = Number.isNaN(number) ? `${isSimple ? text : `(${text})`} + 1` : further;
  return [replaced(last, source, { kind: 'edge moved', replacement })];
}
