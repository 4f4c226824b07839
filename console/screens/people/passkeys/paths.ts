/** The path of the user's own passkeys. */
export const PASSKEYS_PATH = '/me/passkeys';
