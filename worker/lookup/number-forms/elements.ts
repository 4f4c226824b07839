/** What of a page is looked at, and what is left alone whatever it says. Pure. */

/** What the widget has to know about elements. */
export interface ElementRules {
  /** Selector of what is never touched, nor anything below. */
  skip: string;
  /** Selector of what waits until a framework has taken it over, or the page is loaded and idle. */
  roots: string;
  /**
   * What the names of the properties that frameworks put on a root and on what is in it tell: that one is on its way through
   * it, and that one has taken it over; sources of regular expressions.
   */
  entered: string;
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

export const ELEMENTS: ElementRules = {
  // Code, what visitors type, fields for their own number, and what the site or its former script excludes. The content of a
  // template is no part of the page anyway.
  skip: 'script,style,textarea,code,pre,[type=tel],[autocomplete*=tel],[contenteditable],[data-leadline-skip],[data-calltrk-noswap],[ctm-no-swap],.ctm-no-swap',
  // Where frameworks put what a server rendered. Changed before the framework takes it over, it would be thrown away.
  roots: '#__next,#__nuxt,#___gatsby,#root,#app',
  entered: '^(?!.*_reactF).*_reactC',
  taken: '_reactF|_vue',
  // Custom elements too.
  inline:
    '^(?:[abiqsu]|abbr|acronym|bd[io]|big|cite|data|del|dfn|em|font|img|ins|label|mark|nobr|picture|rt|ruby|small|span|strike|strong|su[bp]|time|tt|var|wbr|.+-.+)$',
  // A link, a footnote, and what CSS makes a block or a flex item.
  unit: '^(?:a|sup)(?:contents|inline)|(?:block|flex|grid|item|none|root|table)$',
  attributes: ['href', 'title', 'aria-label', 'alt', 'placeholder', 'value'],
  buttons: 'input[type=button],input[type=submit],input[type=reset]',
  holders: '[href*=":"],[title],[aria-label],[alt],[placeholder],[value]',
};
