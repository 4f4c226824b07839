/** Finds the possible small faults of a source. */
import {
  type BinaryExpression,
  type Node,
  type ReturnStatement,
  type SourceFile,
  SyntaxKind,
} from 'typescript/unstable/ast';
import {
  isArrowFunction,
  isAwaitExpression,
  isBinaryExpression,
  isBlock,
  isCallExpression,
  isConditionalExpression,
  isExpressionStatement,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isIfStatement,
  isMethodDeclaration,
  isNumericLiteral,
  isReturnStatement,
  isTypeNode,
} from 'typescript/unstable/ast/is';

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

export type FaultKind =
  | 'condition turned'
  | 'constant doubled'
  | 'call left out'
  | 'edge moved'
  | 'and for or'
  | 'return left out'
  | 'answer turned';

type Change = Pick<Fault, 'kind' | 'replacement'>;

/** Comparisons with and without their edge. */
const EDGES = new Map<SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
]);
const JUNCTIONS = new Map<SyntaxKind, string>([
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
]);
/** Logging, which users do not see. */
const LOGGING = /^(?:await )?console\./;

/** Lists all possible faults of a source, in its order. */
export function faultsOf(file: string, source: SourceFile): Fault[] {
  const found: Fault[] = [];
  const visit = (node: Node): void => {
    if (isTypeNode(node) || isLogging(node, source)) return;
    const changed = changeOf(node, source);
    if (changed !== undefined) found.push(faultAt(file, source, changed));
    node.forEachChild(visit);
  };
  visit(source);
  return found;
}

/** Returns the source with the fault. */
export function withFault(text: string, { start, end, replacement }: Fault): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

function faultAt(file: string, source: SourceFile, { node, change }: { node: Node; change: Change }): Fault {
  const start = node.getStart(source);
  return {
    file,
    line: source.text.slice(0, start).split('\n').length,
    start,
    end: node.end,
    source: source.text.slice(start, node.end),
    ...change,
  };
}

/** Returns the fault of a node, and the replaced node. */
function changeOf(node: Node, source: SourceFile): { node: Node; change: Change } | undefined {
  if (isIfStatement(node)) return turned(node.expression, source);
  if (isConditionalExpression(node)) return turned(node.condition, source);
  if (isNumericLiteral(node)) return doubled(node);
  if (isReturnStatement(node)) return withoutReturn(node);
  if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
    const replacement = node.kind === SyntaxKind.TrueKeyword ? 'false' : 'true';
    return { node, change: { kind: 'answer turned', replacement } };
  }
  if (isExpressionStatement(node)) {
    const { expression } = node;
    const isCall = isCallExpression(isAwaitExpression(expression) ? expression.expression : expression);
    return isCall ? { node, change: { kind: 'call left out', replacement: ';' } } : undefined;
  }
  return isBinaryExpression(node) ? changeOfOperator(node) : undefined;
}

function turned(condition: Node, source: SourceFile): { node: Node; change: Change } {
  const replacement = `!(${condition.getText(source)})`;
  return { node: condition, change: { kind: 'condition turned', replacement } };
}

/** A function that ends with `return undefined` returns the same without it. */
function withoutReturn(node: ReturnStatement): { node: Node; change: Change } | undefined {
  const { expression, parent } = node;
  const isUndefined =
    expression === undefined || (isIdentifier(expression) && expression.text === 'undefined');
  const isEnd = isBlock(parent) && isFunction(parent.parent) && parent.statements.at(-1) === node;
  return isUndefined && isEnd ? undefined : { node, change: { kind: 'return left out', replacement: ';' } };
}

const isFunction = (node: Node): boolean =>
  isFunctionDeclaration(node) ||
  isMethodDeclaration(node) ||
  isArrowFunction(node) ||
  isFunctionExpression(node);

/** Tells whether a number can be doubled: zero cannot, and of a negative number only the digits are doubled. */
function doubled(node: Node & { text: string }): { node: Node; change: Change } | undefined {
  const value = Number(node.text.replaceAll('_', ''));
  if (value === 0) return undefined;
  return { node, change: { kind: 'constant doubled', replacement: String(value * 2) } };
}

function changeOfOperator({ operatorToken }: BinaryExpression): { node: Node; change: Change } | undefined {
  const edge = EDGES.get(operatorToken.kind);
  if (edge !== undefined) return { node: operatorToken, change: { kind: 'edge moved', replacement: edge } };
  const junction = JUNCTIONS.get(operatorToken.kind);
  return junction === undefined
    ? undefined
    : { node: operatorToken, change: { kind: 'and for or', replacement: junction } };
}

function isLogging(node: Node, source: SourceFile): boolean {
  return isExpressionStatement(node) && LOGGING.test(node.getText(source));
}
