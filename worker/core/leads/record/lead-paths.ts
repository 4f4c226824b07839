/** The path of a lead, as the router has it and as the short cut past the router looks for it. */

const ID = String.raw`[\da-fA-F-]{36}`;

/** Where the routes of one lead are mounted, below `/companies/<uuid>/leads`. Other words there are operations. */
export const LEAD = `/:lead{${ID}}` as const;

/** `/companies/<company>/leads/<lead>` in an absolute URL with nothing escaped and no query: company and lead. */
export const LEAD_URL = new RegExp(`^[^/]*//[^/]*/companies/(${ID})/leads/(${ID})(?:#|$)`);
