/** Selectors and rules for the elements of a page that are searched or excluded. Pure. */

/** The widget's rules for elements. */
export interface ElementRules {
  /** Selector of excluded elements, including all below. */
  skip: string;
  /** Selector of roots that wait for hydration. The page itself matches it if a framework hydrates it as a whole. */
  roots: string;
  /** The same without the page itself, which is so dear to ask that the script asks for it once a pass. */
  parts: string;
  /**
   * Matches a root that may still be hydrated: the state of the document, the root's id, its name after a blank, and the framework's
   * properties on it and on its last child. Source of a regular expression, like the next ones.
   */
  pending: string;
  /**
   * Matches the name of a root with the framework's properties, if hydration is pending or running. Read by former scripts, which
   * wait until the page is loaded.
   */
  entered: string;
  /** Matches the same of an element, then of its root after a blank, if the element is hydrated. */
  taken: string;
  /** Names of inline elements, across whose edges a number may continue; source of a regular expression. */
  inline: string;
  /** Names with computed `display` of inline elements that are units of their own; source of a regular expression. */
  unit: string;
  /** Attributes that may contain a number, as former scripts read them: all but `onclick`, where it needs a scheme before it. */
  attributes: readonly string[];
  /** Attributes that may contain a number. */
  places: readonly string[];
  /** Events by which page caches say that they are about to copy the page. */
  caches: readonly string[];
  /** What to observe of a document or shadow root. */
  observed: { subtree: true; childList: true; characterData: true; attributeFilter: string[] };
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
/** Containers of server-rendered content. If it changes before hydration, frameworks discard it. `html` and `body` often have such names. */
const PARTS =
  ':is(#__next,#__nuxt,#___gatsby,[data-reactroot],[data-server-rendered],astro-island[ssr],:is(#app,[id$=root i],[id$=-app i]):not(html,body))';

const ATTRIBUTES = ['href', 'title', 'aria-label', 'alt', 'placeholder', 'value'];
const PLACES = [...ATTRIBUTES, 'onclick'];

export const ELEMENTS: ElementRules = {
  // Code, typed text, fields for the visitor's own number, and elements that the site or its former script excludes. Contents of
  // templates are not part of the page.
  skip: 'script,style,textarea,code,pre,[type=tel],[autocomplete*=tel],[contenteditable],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap',
  roots: `:is(${WHOLE_PAGE},${PARTS})`,
  parts: PARTS,
  // While React is at it; and until the page is loaded if the root has a framework's own name. Others, such as #app, prove none.
  pending:
    '^(?!.*_react[FI])(?:[^ ]* html|.*_reactC)|^(?!c|.*(?:_react[FI]|_vue))[^ ]*(?:__next|__nuxt|___gatsby| astro-island)',
  entered: '^(?!.*_react[FI])(?: html|.*_reactC)',
  // React hydrates part by part (Suspense) and marks each element; Vue marks its root.
  taken: '^ [^ ]*_react[FI]|_vue',
  // Includes custom elements.
  inline:
    '^(?:[abiqsu]|abbr|acronym|bd[io]|big|cite|data|del|dfn|em|font|img|ins|label|mark|nobr|picture|rt|ruby|small|span|strike|strong|su[bp]|time|tspan|tt|var|wbr|.+-.+)$',
  // Links, footnotes, pieces of a drawing's text, and elements that CSS makes blocks or flex items.
  unit: '^(?:a|sup|tspan)(?:contents|inline)|(?:block|flex|grid|item|none|root|table)$',
  attributes: ATTRIBUTES,
  places: PLACES,
  caches: ['turbo:before-cache', 'turbolinks:before-cache', 'htmx:beforeHistorySave', 'livewire:navigating'],
  observed: {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: [
      ...PLACES,
      'contenteditable',
      'data-leadline-skip',
      'data-calltrk-noswap',
      'ctm-no-swap',
    ],
  },
  buttons: 'input[type=button],input[type=submit],input[type=reset]',
  holders: '[href*=":"],[onclick*=":"],[title],[aria-label],[alt],[placeholder],[value]',
};
