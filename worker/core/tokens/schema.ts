/** What a token is for: sessions of the console must not push out the tokens of integrations. */
export const TOKEN_KINDS = ['token', 'session'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
