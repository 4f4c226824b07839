/** What of a page is looked at, and what is left alone whatever it says. Pure. */

/** What the widget has to know about elements. */
export interface ElementRules {
  /** Selector of what is never touched, nor anything below. */
  skip: string;
  /** Selector of what waits until a framework has taken it over, or the page is loaded and idle. */
  roots: string;
  /**
   * What the name of a root, and of the properties that frameworks put on it and on its last child, tell: that one is on its
   * way through it, or will be. Source of a regular expression, as the next one.
   */
  entered: string;
  /** The same of an element, and after a blank of the root that it is in: that one has taken the element over. */
  taken: string;
  /** Names of elements across whose edges a number may run; source of a regular expression. */
  inline: string;
  /** Of those the names, with the computed `display` after it, where something else begins; source of a regular expression. */
  unit: string;
  /** Attributes that show or dial a number. */
  attributes: readonly string[];
  /** Selector of the elements whose `value` nobody can change. */
  buttons: string;
  /** Selector of the elements that have any of them; of the links those with a scheme. */
  holders: string;
}

/**
 * The page itself, where Next.js (its app router) or React Router takes it over as a whole: known by what they load. A browser
 * that has no `:has` does not know it, and makes nothing of this part of `:is`.
 */
const WHOLE_PAGE =
  'html:has(>head>[src*="/_next/"],>head>[href*="/_next/"],>head>[href*="/entry.client"]):not(:has(>body>#__next))';

export const ELEMENTS: ElementRules = {
  // Code, what visitors type, fields for their own number, and what the site or its former script excludes. The content of a
  // template is no part of the page anyway.
  skip: 'script,style,textarea,code,pre,[type=tel],[autocomplete*=tel],[contenteditable],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap',
  // Where frameworks put what a server rendered. Changed before the framework takes it over, it would be thrown away.
  roots: `:is(${WHOLE_PAGE},#__next,#__nuxt,#___gatsby,#app,[id$=root i],[id$=-app i],[data-reactroot],[data-server-rendered],astro-island[ssr])`,
  entered: '^(?!.*_react[FI])(?: html|.*_reactC)',
  // React takes over one part after the other (Suspense), and marks each element; Vue marks its root.
  taken: '^ [^ ]*_react[FI]|_vue',
  // Custom elements too.
  inline:
    '^(?:[abiqsu]|abbr|acronym|bd[io]|big|cite|data|del|dfn|em|font|img|ins|label|mark|nobr|picture|rt|ruby|small|span|strike|strong|su[bp]|time|tt|var|wbr|.+-.+)$',
  // A link, a footnote, and what CSS makes a block or a flex item.
  unit: '^(?:a|sup)(?:contents|inline)|(?:block|flex|grid|item|none|root|table)$',
  attributes: ['href', 'title', 'aria-label', 'alt', 'placeholder', 'value'],
  buttons: 'input[type=button],input[type=submit],input[type=reset]',
  holders: '[href*=":"],[title],[aria-label],[alt],[placeholder],[value]',
};
