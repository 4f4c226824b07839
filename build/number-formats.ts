/** Leaves out the languages of the formatter of Excel's numbers, 8 kB: days are not written in words, and no format is asked for in one. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** What stands before the languages: the one that is used without a choice. */
const DEFAULT = /^[^]*?\nexport const defaultLocale = [^\n]*\n/;

/** Loads the formatter's languages without those that are not the default. */
export const withoutLanguages: Plugin = {
  name: 'numbers without languages',
  setup(build) {
    build.onLoad({ filter: /\/numfmt\/lib\/locale\.js$/ }, ({ path }) => {
      const [contents] = DEFAULT.exec(readFileSync(path, 'utf8')) ?? [];
      if (contents === undefined) throw new Error(`${path} has no default any more.`);
      return { contents, loader: 'js' };
    });
  },
};
