/** Reads the code blocks of the project's documents, with the test's deployment in place of the example's. */
import { readFileSync } from 'node:fs';

/** The placeholders that all documents use. */
const EXAMPLE_ORIGIN = 'https://leadline.example.com';
const EXAMPLE_COMPANY = '11111111-1111-4111-8111-111111111111';

/** A fenced block. */
export interface CodeBlock {
  /** The heading above it. */
  heading: string;
  /** For instance `sh`; empty when the block names none. */
  language: string;
  /** The file named by the block: ` ```tsx app/layout.tsx`. */
  file: string;
  code: string;
}

/** Returns the code blocks of a document in order, without the indentation of lists. */
export function codeBlocks(document: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  let heading = '';
  let indent = '';
  let open: CodeBlock | undefined;
  for (const line of readFileSync(document, 'utf8').split('\n')) {
    const [, before = '', language = '', file = ''] = /^( *)```(\S*) ?(.*)$/.exec(line) ?? [];
    if (open !== undefined && line.trim() === '```') {
      blocks.push(open);
      open = undefined;
    } else if (open !== undefined) open.code += `${line.replace(indent, '')}\n`;
    else if (line.trimStart().startsWith('```')) {
      indent = before;
      open = { heading, language, file, code: '' };
    } else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
  }
  return blocks;
}

/** Returns `text` with the test's deployment and company in place of the example's. */
export function forReader(
  text: string,
  { origin, companyId }: { origin: string; companyId: string },
): string {
  return text.replaceAll(EXAMPLE_ORIGIN, origin).replaceAll(EXAMPLE_COMPANY, companyId);
}
