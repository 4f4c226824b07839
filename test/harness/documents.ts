/** The project's own documents as readers use them: their code blocks, with the reader's deployment in the place of the example's. */
import { readFileSync } from 'node:fs';

/** What stands for the reader's own in all documents. */
const EXAMPLE_ORIGIN = 'https://leadline.example.com';
const EXAMPLE_COMPANY = '11111111-1111-4111-8111-111111111111';

/** A fenced block. */
export interface CodeBlock {
  /** The heading that it stands under. */
  heading: string;
  /** For instance `sh`; empty when the block names none. */
  language: string;
  /** The file that it is, where the block names one: ` ```tsx app/layout.tsx`. */
  file: string;
  code: string;
}

/** The code blocks of a document, in their order; those in lists without their indentation. */
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

/** `text` with a deployment and a company of the test's in the place of the example's. */
export function forReader(
  text: string,
  { origin, companyId }: { origin: string; companyId: string },
): string {
  return text.replaceAll(EXAMPLE_ORIGIN, origin).replaceAll(EXAMPLE_COMPANY, companyId);
}
