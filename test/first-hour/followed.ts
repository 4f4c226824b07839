/**
 * Lists which test runs which commands of the documents. Every `sh` block of README.md and docs/ is in one of these lists, as
 * `test/docs/commands.test.ts` checks. Scripts get their blocks here, so that they run exactly the documents' commands.
 */
import { type CodeBlock, codeBlocks } from '../harness/documents.ts';

/** A document and a heading in it. */
export type Place = readonly [document: string, heading: string];

export const FOLLOWED = {
  'first-hour/manager': [
    ['README.md', 'Try it'],
    ['docs/install/README.md', 'See that it works'],
  ],
  'first-hour/agency': [
    ['docs/deploying.md', 'Deploy'],
    ['docs/deploying.md', 'Update, back up, leave'],
  ],
  'first-hour/integrator': [
    ['README.md', 'API'],
    ['docs/api.md', 'CSV'],
    ['docs/finding.md', 'Smart views'],
    ['docs/finding.md', 'All of them, page by page'],
  ],
  'installs/next': [['docs/install/nextjs.md', 'Next.js']],
  'installs/nuxt': [['docs/install/nuxt.md', 'Nuxt']],
  'installs/vite': [['docs/install/vite.md', 'React or Vue with Vite']],
  'installs/wordpress': [['docs/install/wordpress.md', 'WordPress']],
  // These blocks run all of the above.
  'package.json': [['README.md', 'Develop']],
} as const satisfies Record<string, readonly Place[]>;

/** Commands that need a Cloudflare account or a later version, which are not run. */
export const NOT_RUN = [/^npx wrangler (?:login|deploy)$/, /npx wrangler secret put/, /^git pull/];

/** Returns the `sh` blocks below a heading that a script follows. */
export function commands(script: keyof typeof FOLLOWED, document: string, heading: string): string[] {
  const places: readonly Place[] = FOLLOWED[script];
  if (!places.some(([file, title]) => file === document && title === heading)) {
    throw new Error(`${script} does not say that it follows "${heading}" of ${document}.`);
  }
  return shellBlocks(document)
    .filter((block) => block.heading === heading)
    .map(({ code }) => runnable(code));
}

export function shellBlocks(document: string): CodeBlock[] {
  return codeBlocks(document).filter(({ language }) => language === 'sh');
}

function runnable(code: string): string {
  return code
    .split('\n')
    .filter((line) => !NOT_RUN.some((pattern) => pattern.test(line.trim())))
    .join('\n');
}
