/** The operator token of the Worker under test. */
export const OPERATOR_TOKEN = 'operator-token-of-the-tests';
