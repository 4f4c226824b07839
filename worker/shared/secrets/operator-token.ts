/** Checks the operator's credentials: one secret of the deployment, sent as a Bearer token. */
import { Problem } from '../http/problems.ts';

/**
 * Passes when `authorization` is `Bearer <OPERATOR_TOKEN>`.
 * @throws Problem 503 when the deployment has no token, 401 when the header is absent or wrong
 */
export async function requireOperator(
  authorization: string | undefined,
  token: string | undefined,
): Promise<void> {
  if (token === undefined || token === '') {
    throw new Problem(
      'operator_token_unset',
      'Set the secret OPERATOR_TOKEN: wrangler secret put OPERATOR_TOKEN.',
    );
  }
  const headers = { 'WWW-Authenticate': 'Bearer realm="leadline"' };
  const given = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
  if (given === undefined) {
    throw new Problem('credentials_required', 'Send Authorization: Bearer <operator token>.', { headers });
  }
  if (!(await sameSecret(given, token))) {
    throw new Problem('invalid_credentials', 'The operator token is wrong.', { headers });
  }
}

/** Compares two secrets in constant time; hashing them first hides their lengths too. */
export async function sameSecret(left: string, right: string): Promise<boolean> {
  const digest = (text: string): Promise<ArrayBuffer> =>
    crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const [a, b] = await Promise.all([digest(left), digest(right)]);
  return crypto.subtle.timingSafeEqual(a, b);
}
