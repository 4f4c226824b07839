/** Conditions: turned, with another operator, or with a part less. */
import { type BinaryExpression, type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isBinaryExpression, isConditionalExpression, isIfStatement } from 'typescript/unstable/ast/is';
import { replaced, type Slip } from './slip.ts';

const OPPOSITES = new Map<SyntaxKind, string>([
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
]);

/** Lists the slips of a condition. */
export function conditionSlips(node: Node, source: SourceFile): Slip[] {
  if (isIfStatement(node)) return [turned(node.expression, source)];
  if (isConditionalExpression(node)) return [turned(node.condition, source)];
  return isBinaryExpression(node) ? junctionSlips(node, source) : [];
}

function turned(condition: Node, source: SourceFile): Slip {
  const replacement = `!(${condition.getText(source)})`;
  return replaced(condition, source, { kind: 'condition turned', replacement });
}

function junctionSlips(node: BinaryExpression, source: SourceFile): Slip[] {
  const { left, operatorToken, right } = node;
  const opposite = OPPOSITES.get(operatorToken.kind);
  if (opposite === undefined) return [];
  // In `a && b && c` the left side is `a && b`, whose parts are left out one by one.
  const isChain = isBinaryExpression(left) && left.operatorToken.kind === operatorToken.kind;
  return [
    replaced(operatorToken, source, { kind: 'and for or', replacement: opposite }),
    ...(isChain ? [left] : [left, right]).map((kept) =>
      replaced(node, source, { kind: 'part left out', replacement: kept.getText(source) }),
    ),
  ];
}
