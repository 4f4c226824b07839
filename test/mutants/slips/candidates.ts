/** The second of two candidates: the last one for the first one, the fallback for the value, the smallest for the largest. */
import {
  type BinaryExpression,
  type CallExpression,
  type ElementAccessExpression,
  type Node,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isBinaryExpression,
  isCallExpression,
  isElementAccessExpression,
  isIdentifier,
  isNumericLiteral,
  isPropertyAccessExpression,
} from 'typescript/unstable/ast/is';
import { replaced, type Slip } from './slip.ts';

/** Functions and their counterparts. */
const COUNTERPARTS = new Map(
  [
    ['find', 'findLast'],
    ['findIndex', 'findLastIndex'],
    ['indexOf', 'lastIndexOf'],
    ['shift', 'pop'],
    ['unshift', 'push'],
    ['first', 'last'],
    ['some', 'every'],
    ['min', 'max'],
  ].flatMap(([one = '', other = '']) => [
    [one, other],
    [other, one],
  ]),
);
const SORTS = new Set(['sort', 'toSorted']);
/** Calls of `push` are so frequent that they would leave no room for other slips. */
const COMMON = 'push';

/** Lists the slips that choose another candidate. */
export function candidateSlips(node: Node, source: SourceFile): Slip[] {
  if (isElementAccessExpression(node)) return elementSlips(node, source);
  if (isCallExpression(node))
    return [...atSlips(node, source), ...methodSlips(node, source), ...sortSlips(node, source)];
  return isBinaryExpression(node) ? fallbackSlips(node, source) : [];
}

/** `list[0]` becomes `list[1]`; `list[1]`, `list[0]`. */
function elementSlips({ argumentExpression: index }: ElementAccessExpression, source: SourceFile): Slip[] {
  if (!isNumericLiteral(index)) return [];
  const replacement = index.text === '0' ? '1' : String(Number(index.text) - 1);
  return [replaced(index, source, { kind: 'other candidate', replacement })];
}

/** `list.at(-1)` becomes `list.at(0)`; `list.at(0)`, `list.at(-1)`. */
function atSlips(call: CallExpression, source: SourceFile): Slip[] {
  const [index] = call.arguments;
  if (index === undefined || nameOf(call)?.text !== 'at') return [];
  const replacement = { '-1': '0', '0': '-1' }[index.getText(source)];
  return replacement === undefined ? [] : [replaced(index, source, { kind: 'other candidate', replacement })];
}

function methodSlips(call: CallExpression, source: SourceFile): Slip[] {
  const name = nameOf(call);
  const replacement = COUNTERPARTS.get(name?.text ?? '');
  if (name === undefined || replacement === undefined || name.text === COMMON) return [];
  return [replaced(name, source, { kind: 'other candidate', replacement })];
}

/** `value ?? fallback` becomes `fallback ?? value`. */
function fallbackSlips(node: BinaryExpression, source: SourceFile): Slip[] {
  const { left, operatorToken, right } = node;
  if (operatorToken.kind !== SyntaxKind.QuestionQuestionToken) return [];
  const replacement = `${right.getText(source)} ?? ${left.getText(source)}`;
  return [replaced(node, source, { kind: 'other candidate', replacement })];
}

/** The parameters of the comparison are swapped; a list without one is reversed. */
function sortSlips(call: CallExpression, source: SourceFile): Slip[] {
  if (!SORTS.has(nameOf(call)?.text ?? '')) return [];
  const [comparison] = call.arguments;
  if (comparison === undefined)
    return [
      replaced(call, source, { kind: 'order reversed', replacement: `${call.getText(source)}.reverse()` }),
    ];
  if (isIdentifier(comparison)) {
    const replacement = `(one, other) => ${comparison.text}(other, one)`;
    return [replaced(comparison, source, { kind: 'order reversed', replacement })];
  }
  const [one, other] = isArrowFunction(comparison) ? comparison.parameters : [];
  if (one === undefined || other === undefined) return [];
  const replacement = `${other.getText(source)}, ${one.getText(source)}`;
  return [{ kind: 'order reversed', start: one.getStart(source), end: other.end, replacement }];
}

function nameOf({ expression }: CallExpression): (Node & { text: string }) | undefined {
  return isPropertyAccessExpression(expression) ? expression.name : undefined;
}
