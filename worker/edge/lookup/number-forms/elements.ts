/** Selectors and rules for the elements of a page that are searched or excluded. Pure. */

/** The widget's rules for elements. */
export interface ElementRules {
  /** Selector of excluded elements, including all below. */
  skip: string;
  /** Selector of roots that wait for hydration, or until the page is loaded and idle. */
  roots: string;
  /**
   * Matches the name of a root with the framework's properties on it and on its last child, if hydration is pending or running.
   * Source of a regular expression, like the next one.
   */
  entered: string;
  /** Matches the same of an element, then of its root after a blank, if the element is hydrated. */
  taken: string;
  /** Names of inline elements, across whose edges a number may continue; source of a regular expression. */
  inline: string;
  /** Names with computed `display` of inline elements that are units of their own; source of a regular expression. */
  unit: string;
  /** Attributes that may contain a number. */
  attributes: readonly string[];
  /** Selector of elements whose `value` visitors cannot change. */
  buttons: string;
  /** Selector of elements with any of the attributes; of links only those with a scheme. */
  holders: string;
}

/**
 * The whole page, if Next.js (app router) or React Router hydrates it, recognised by their files. Browsers without `:has` ignore
 * this part of `:is`.
 */
const WHOLE_PAGE =
  'html:has(>head>[src*="/_next/"],>head>[href*="/_next/"],>head>[href*="/entry.client"]):not(:has(>body>#__next))';

export const ELEMENTS: ElementRules = {
  // Code, typed text, fields for the visitor's own number, and elements that the site or its former script excludes. Contents of
  // templates are not part of the page.
  skip: 'script,style,textarea,code,pre,[type=tel],[autocomplete*=tel],[contenteditable],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap',
  // Containers of server-rendered content. If it changes before hydration, frameworks discard it.
  roots: `:is(${WHOLE_PAGE},#__next,#__nuxt,#___gatsby,#app,[id$=root i],[id$=-app i],[data-reactroot],[data-server-rendered],astro-island[ssr])`,
  entered: '^(?!.*_react[FI])(?: html|.*_reactC)',
  // React hydrates part by part (Suspense) and marks each element; Vue marks its root.
  taken: '^ [^ ]*_react[FI]|_vue',
  // Includes custom elements.
  inline:
    '^(?:[abiqsu]|abbr|acronym|bd[io]|big|cite|data|del|dfn|em|font|img|ins|label|mark|nobr|picture|rt|ruby|small|span|strike|strong|su[bp]|time|tt|var|wbr|.+-.+)$',
  // Links, footnotes, and elements that CSS makes blocks or flex items.
  unit: '^(?:a|sup)(?:contents|inline)|(?:block|flex|grid|item|none|root|table)$',
  attributes: ['href', 'title', 'aria-label', 'alt', 'placeholder', 'value'],
  buttons: 'input[type=button],input[type=submit],input[type=reset]',
  holders: '[href*=":"],[title],[aria-label],[alt],[placeholder],[value]',
};
