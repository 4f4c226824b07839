/**
 * Numbers and answers of functions. Constants of a file, tables and attributes of a page are left alone: a test of them would
 * repeat them.
 */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import {
  isArrayLiteralExpression,
  isAsExpression,
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isJsxAttribute,
  isNumericLiteral,
  isObjectLiteralExpression,
  isPrefixUnaryExpression,
  isPropertyAssignment,
} from 'typescript/unstable/ast/is';
import { isCut, isOneMore } from './edges.ts';
import { functionAround, replaced, type Slip } from './slip.ts';
import { isFactor } from './units.ts';

/** Lists the slips of a literal. */
export function literalSlips(node: Node, source: SourceFile): Slip[] {
  const isTrue = node.kind === SyntaxKind.TrueKeyword;
  if (isTrue || node.kind === SyntaxKind.FalseKeyword) {
    const replacement = isTrue ? 'false' : 'true';
    return isConstant(node) ? [] : [replaced(node, source, { kind: 'answer turned', replacement })];
  }
  if (!isNumericLiteral(node) || isConstant(node)) return [];
  const value = Number(node.text.replaceAll('_', ''));
  return value === 0 || isOfAnotherSlip(node)
    ? []
    : [replaced(node, source, { kind: 'constant doubled', replacement: String(value * 2) })];
}

/** Tells whether a literal belongs to the file, a table or a page rather than to what a function does. */
function isConstant(node: Node): boolean {
  const end = functionAround(node);
  if (end === undefined) return true;
  for (let around = node.parent; around !== end; around = around.parent) if (isTable(around)) return true;
  return false;
}

function isTable(node: Node): boolean {
  if (isObjectLiteralExpression(node)) return node.properties.length > 1 && node.properties.every(isNumber);
  return isArrayLiteralExpression(node) || isAsExpression(node) || isJsxAttribute(node);
}

function isNumber(member: Node): boolean {
  return isPropertyAssignment(member) && isNumericLiteral(member.initializer);
}

/** Tells whether a number is an index, an edge or a factor, whose slips are others, or -1, of which only the sign counts. */
function isOfAnotherSlip(node: Node): boolean {
  const { parent } = node;
  if (isPrefixUnaryExpression(parent)) return parent.getText() === '-1' || isOfAnotherSlip(parent);
  if (isElementAccessExpression(parent)) return true;
  if (isCallExpression(parent)) return isCut(parent);
  return isBinaryExpression(parent) && (isOneMore(parent) || (isMultiplied(parent) && isFactor(node)));
}

function isMultiplied({ operatorToken: { kind } }: { operatorToken: Node }): boolean {
  return kind === SyntaxKind.AsteriskToken || kind === SyntaxKind.SlashToken;
}
