/** The path of the user's own second factor. */
export const FACTOR_PATH = '/me/second_factor';
