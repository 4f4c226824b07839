/** Parses the few TwiML verbs that the product's answers use. */

export interface Verb {
  name: string;
  attributes: Record<string, string>;
  text: string;
  children: Verb[];
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Parses a document into its verbs. @throws Error for anything but TwiML */
export function readTwiml(document: string): Verb[] {
  const tokens = document.match(/<[^>]+>|[^<]+/g) ?? [];
  const root: Verb = { name: '', attributes: {}, text: '', children: [] };
  const open = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    if (token.startsWith('<?')) continue;
    if (token.startsWith('</')) open.pop();
    else if (token.startsWith('<')) {
      const verb = readElement(token);
      parent.children.push(verb);
      if (!token.endsWith('/>')) open.push(verb);
    } else parent.text += readText(token);
  }
  const [response] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || response?.name !== 'Response') {
    throw new Error(`No TwiML: ${document}`);
  }
  return response.children;
}

function readElement(token: string): Verb {
  const [, name = '', rest = ''] = /^<([A-Za-z]+)([^]*?)\/?>$/.exec(token) ?? [];
  const attributes = Object.fromEntries(
    [...rest.matchAll(/([A-Za-z]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, readText(value)]),
  );
  return { name, attributes, text: '', children: [] };
}

function readText(text: string): string {
  return text.replaceAll(/&(\w+);/g, (_, name: string) => ENTITIES[name] ?? '');
}
