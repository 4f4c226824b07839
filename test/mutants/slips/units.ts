/** Units: a factor between seconds and milliseconds, or a share and a percentage, is left out. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isBinaryExpression, isIdentifier, isNumericLiteral } from 'typescript/unstable/ast/is';
import { functionAround, replaced, type Slip } from './slip.ts';

/** Numbers between two units. */
const FACTORS = new Set([
  7, 24, 60, 100, 365, 1000, 1024, 3600, 10_000, 60_000, 86_400, 100_000, 1_000_000, 3_600_000, 86_400_000,
]);
/** Constants with the size of a unit. */
const UNIT =
  /(?:^|_)(?:MS|SECONDS?|MINUTES?|HOURS?|DAYS?|WEEKS?|YEARS?|KB|MB|PERCENT|CENTS|MICROS?|METERS?|KM)$/;

/** Lists the slips that leave out a conversion. Constants of the file itself are left alone. */
export function unitSlips(node: Node, source: SourceFile): Slip[] {
  if (!isBinaryExpression(node) || functionAround(node) === undefined) return [];
  const { left, operatorToken, right } = node;
  const isProduct = operatorToken.kind === SyntaxKind.AsteriskToken;
  if (!isProduct && operatorToken.kind !== SyntaxKind.SlashToken) return [];
  if (isFactor(right))
    return [replaced(node, source, { kind: 'unit left out', replacement: left.getText(source) })];
  return isProduct && isFactor(left)
    ? [replaced(node, source, { kind: 'unit left out', replacement: right.getText(source) })]
    : [];
}

/** Tells whether a node converts units when something is multiplied with it or divided by it. */
export function isFactor(node: Node): boolean {
  if (isNumericLiteral(node)) return FACTORS.has(Number(node.text.replaceAll('_', '')));
  return isIdentifier(node) && UNIT.test(node.text);
}
