/** SQL: an order reversed, an edge moved, a condition turned or left out, the smallest for the largest. */
import { type Node, type SourceFile, SyntaxKind } from 'typescript/unstable/ast';
import { isTemplateExpression, isTemplateSpan } from 'typescript/unstable/ast/is';
import type { FaultKind, Slip } from './slip.ts';

/** Words of a statement or of a part of it. */
const SQL = /\b(?:SELECT|UPDATE|DELETE FROM|WHERE|ORDER BY|GROUP BY)\b/;
const TEXTS: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.StringLiteral,
  SyntaxKind.NoSubstitutionTemplateLiteral,
  SyntaxKind.TemplateHead,
  SyntaxKind.TemplateMiddle,
  SyntaxKind.TemplateTail,
]);
const COMPARISONS: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };

/** What is replaced, by what. A replacement of a condition keeps the number of bound values. */
const CHANGES: readonly { kind: FaultKind; of: RegExp; by: (found: string) => string }[] = [
  { kind: 'order reversed', of: / DESC\b/g, by: () => '' },
  { kind: 'edge moved', of: /(?<= )(?:<=?|>=?)(?= )/g, by: (found) => COMPARISONS[found] ?? found },
  {
    kind: 'condition turned',
    of: /\bIS (?:NOT )?NULL\b/g,
    by: (found) => (found === 'IS NULL' ? 'IS NOT NULL' : 'IS NULL'),
  },
  {
    kind: 'part left out',
    of: /\bAND [\w.]+ (?:(?:=|<>) (?:'\w*'|\d+)|IS (?:NOT )?NULL)/g,
    by: () => '',
  },
  {
    kind: 'other candidate',
    of: /\b(?:min|max)(?=\()/g,
    by: (found) => (found === 'min' ? 'max' : 'min'),
  },
];

/** Lists the slips of a text with SQL. */
export function sqlSlips(node: Node, source: SourceFile): Slip[] {
  if (!TEXTS.has(node.kind) || !SQL.test(wholeOf(node).getText(source))) return [];
  const start = node.getStart(source);
  const text = source.text.slice(start, node.end);
  return CHANGES.flatMap(({ kind, of, by }) =>
    [...text.matchAll(of)].map(({ 0: found, index }) => ({
      kind,
      start: start + index,
      end: start + index + found.length,
      replacement: by(found),
    })),
  );
}

/** Returns the template of a piece of it, or the text itself. */
function wholeOf(node: Node): Node {
  const around = isTemplateSpan(node.parent) ? node.parent.parent : node.parent;
  return isTemplateExpression(around) ? around : node;
}
