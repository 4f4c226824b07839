/** The snippets that the console offers for sites: the code of docs/install, which tests install and run. */
import { readFileSync } from 'node:fs';

/** A way to put the tag on a site. */
export interface Snippet {
  id: string;
  name: string;
  /** Where to put it. */
  where: string;
  /** The code with the documents' deployment URL and company id, to be replaced. */
  code: string;
}

const IN_HEAD = 'In the head of every page, as early as possible.';

/** Returns the snippets, the most common first. */
export function installSnippets(): Snippet[] {
  const [html = ''] = codeOf('html.md', 'html');
  const [head = ''] = codeOf('site-builders.md', 'html');
  const [tagManager = ''] = codeOf('google-tag-manager.md', 'html');
  const [next = ''] = codeOf('nextjs.md', 'tsx');
  return [
    { id: 'html', name: 'Plain HTML', where: IN_HEAD, code: html },
    {
      id: 'wordpress',
      name: 'WordPress',
      where:
        'With the Leadline plugin: open Settings, Leadline, and enter this address and id. Without the plugin: put the tag for plain HTML into the head of the theme.',
      code: 'https://leadline.example.com\n11111111-1111-4111-8111-111111111111\n',
    },
    {
      id: 'gtm',
      name: 'Google Tag Manager',
      where:
        'Tags, New, Custom HTML, with the trigger Initialization - All Pages. Then submit the container.',
      code: tagManager,
    },
    {
      id: 'next',
      name: 'Next.js',
      where: 'The root layout, app/layout.tsx, with the app router.',
      code: next,
    },
    ...['Webflow', 'Shopify', 'Squarespace'].map((name) => ({
      id: name.toLowerCase(),
      name,
      where: instructionFor(name),
      code: head,
    })),
  ];
}

function codeOf(document: string, language: string): string[] {
  const blocks = textOf(document).matchAll(/^```(\w+)[^\n]*\n(.*?)^```$/gms);
  return [...blocks].filter(([, named]) => named === language).map(([, , code = '']) => code);
}

/** Returns the document's instruction for a site builder. */
function instructionFor(name: string): string {
  const line = new RegExp(`^- \\*\\*${name}\\*\\*: (.*)$`, 'm').exec(textOf('site-builders.md'))?.[1];
  if (line === undefined) throw new Error(`docs/install/site-builders.md has no entry for ${name}.`);
  return line.replaceAll('`', '');
}

function textOf(document: string): string {
  return readFileSync(`docs/install/${document}`, 'utf8');
}
