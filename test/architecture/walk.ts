/**
 * Finds the functions that a reader opens to follow a request, in order.
 *
 * The walk starts at a function and follows its calls in the order of the source, each function once. Arguments come before the call,
 * inline functions after it. A call is followed if the compiler knows its target, also through the stub of a Durable Object. It does
 * not follow errors in a `throw`, packages, basic modules (`BASICS`), and exceptions (`skipped`).
 *
 * files: the files of opened functions.
 * returns: how often a call from another file opens a function in a file that the reader has left before. The end of a call is not a
 * return, and neither is the next function in the same file.
 */
import { basename, dirname, relative, resolve } from 'node:path';
import ts from '../clients/node_modules/typescript/lib/typescript.js';

/** Modules that a reader need not open to follow a request, since names and docstrings explain them. */
export const BASICS: readonly string[] = [
  // Problems, input, ids, phone numbers, limits, secrets: each function does one thing.
  'worker/shared/',
  'worker/dni/pure/',
  // The database, contexts, times and turns: the same under every operation (docs/architecture.md, "How the core works").
  'worker/core/engine/context/',
  'worker/core/engine/storage/',
  'worker/core/engine/times/',
  'worker/core/engine/work/',
  // A getter for each setting of a company.
  'worker/core/company/settings/settings.ts',
];

export interface Trip {
  /** The first file, and its function or the path of its route. */
  start: readonly [file: string, name: string];
  /** Functions that this request does not call, each with the reason; `file.ts#name` if several have the name. */
  skipped: Readonly<Record<string, string>>;
}

interface Opened {
  file: string;
  /** The file of the caller. */
  from: string;
  name: string;
}

type Func = ts.FunctionLikeDeclaration & { body: ts.ConciseBody };

const ROOT = resolve(import.meta.dirname, '../..');

/** Returns the files and the returns of the walk, the functions in their order, and the unused exceptions. */
export function walk(trip: Trip): {
  files: string[];
  returns: number;
  opened: Opened[];
  unused: string[];
} {
  const opened: Opened[] = [];
  const seen = new Set<ts.Node>();
  const passed = new Set<string>();

  const open = (func: Func, from: string): void => {
    const file = fileOf(func);
    const name = nameOf(func);
    if (seen.has(func) || isGround(file)) return;
    const exception = [name, `${basename(file)}#${name}`].find((each) => each in trip.skipped);
    if (exception !== undefined) {
      passed.add(exception);
      return;
    }
    seen.add(func);
    opened.push({ file, from, name });
    visit(func.body, file);
  };

  const visit = (node: ts.Node, file: string): void => {
    if (ts.isThrowStatement(node) || ts.isTypeNode(node)) return;
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) visitCall(node, file);
    // A function passed by its name.
    else if (ts.isIdentifier(node)) {
      if (isValue(node)) follow(node, file, ts.isFunctionDeclaration);
    } else ts.forEachChild(node, (child) => visit(child, file));
  };

  const visitCall = (node: ts.CallExpression | ts.NewExpression, file: string): void => {
    const { callee, name } = calleeOf(node.expression);
    const given = [...(node.arguments ?? [])];
    if (callee !== undefined) visit(callee, file);
    for (const argument of given) if (!hasFunction(argument)) visit(argument, file);
    follow(name, file);
    for (const argument of given) if (hasFunction(argument)) visit(argument, file);
  };

  const follow = (name: ts.Node, file: string, isWanted: (node: ts.Node) => boolean = () => true): void => {
    for (const declaration of declarationsOf(name)) {
      const func = isWanted(declaration) ? functionIn(declaration) : undefined;
      if (func !== undefined) return open(func, file);
    }
  };

  open(startOf(trip), '');
  const files: string[] = [];
  let returns = 0;
  for (const { file, from } of opened) {
    if (!files.includes(file)) files.push(file);
    else if (file !== from) returns += 1;
  }
  return { files, returns, opened, unused: Object.keys(trip.skipped).filter((name) => !passed.has(name)) };
}

const program = (() => {
  const config = resolve(ROOT, 'worker/tsconfig.json');
  const { config: json } = ts.readConfigFile(config, (path) => ts.sys.readFile(path)) as { config: unknown };
  const { fileNames, options } = ts.parseJsonConfigFileContent(json, ts.sys, dirname(config));
  return ts.createProgram(fileNames, options);
})();
const checker = program.getTypeChecker();

function startOf({ start: [file, name] }: Trip): Func {
  let found: Func | undefined;
  const look = (node: ts.Node): void => {
    if (found !== undefined) return;
    if ((ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node)) && node.name?.getText() === name) {
      found = functionIn(node);
    }
    if (
      ts.isCallExpression(node) &&
      node.arguments.some((each) => ts.isStringLiteral(each) && each.text === name)
    ) {
      const handler = node.arguments.findLast((each) => ts.isArrowFunction(each));
      if (handler !== undefined) found = functionIn(handler);
    }
    ts.forEachChild(node, look);
  };
  const source = program.getSourceFile(resolve(ROOT, file));
  if (source !== undefined) look(source);
  if (found === undefined) throw new Error(`${file} has no ${name}.`);
  return found;
}

function isGround(file: string): boolean {
  return !file.startsWith('worker/') || BASICS.some((ground) => file.startsWith(ground));
}

function fileOf(node: ts.Node): string {
  return relative(ROOT, node.getSourceFile().fileName);
}

/** Returns the expression before the last name of a call, if any, and the name. */
function calleeOf(expression: ts.Expression): { callee?: ts.Expression; name: ts.Node } {
  let called = expression;
  while (ts.isParenthesizedExpression(called) || ts.isNonNullExpression(called)) called = called.expression;
  if (ts.isPropertyAccessExpression(called)) return { callee: called.expression, name: called.name };
  return ts.isIdentifier(called) ? { name: called } : { callee: called, name: called };
}

function declarationsOf(name: ts.Node): readonly ts.Declaration[] {
  const symbol = checker.getSymbolAtLocation(name);
  if (symbol === undefined) return [];
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) !== 0;
  return (isAlias ? checker.getAliasedSymbol(symbol) : symbol).declarations ?? [];
}

/** Returns the function of a declaration: for a class its constructor, for a middleware the function in it. */
function functionIn(declaration: ts.Node): Func | undefined {
  if (ts.isClassDeclaration(declaration))
    return withBody(declaration.members.find(ts.isConstructorDeclaration));
  if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration)) {
    const { initializer } = declaration;
    if (initializer === undefined) return undefined;
    return ts.isCallExpression(initializer)
      ? withBody(initializer.arguments.find(isFunction))
      : withBody(initializer);
  }
  return withBody(declaration);
}

function withBody(node: ts.Node | undefined): Func | undefined {
  return node !== undefined && ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
    ? (node as Func)
    : undefined;
}

function isFunction(node: ts.Node): boolean {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node);
}

function hasFunction(argument: ts.Node): boolean {
  if (isFunction(argument)) return true;
  if (!ts.isObjectLiteralExpression(argument)) return false;
  return argument.properties.some((each) => ts.isPropertyAssignment(each) && isFunction(each.initializer));
}

/** Tells whether an identifier refers to a value, and is not the name of a member or a declaration. */
function isValue(node: ts.Identifier): boolean {
  const { parent } = node;
  return !('name' in parent && parent.name === node) && !ts.isBindingElement(parent);
}

function nameOf(func: Func): string {
  if (ts.isConstructorDeclaration(func)) return `new ${func.parent.name?.text ?? ''}`;
  const name = func.name ?? (ts.isVariableDeclaration(func.parent) ? func.parent.name : undefined);
  if (ts.isMethodDeclaration(func) && ts.isClassDeclaration(func.parent)) {
    return `${func.parent.name?.text ?? ''}.${func.name.getText()}`;
  }
  return name?.getText() ?? 'the handler';
}
