/** Access tokens, and with the API keys whose a secret is. */
import type { Feature } from '../../engine/context/feature.ts';
import { revokeToken, revokeTokensOf } from '../tokens/tokens.ts';
import { rightsOf } from '../../engine/http/authenticate.ts';
import { invalidCredentials } from '../../../shared/http/credentials.ts';
import type { Refusal } from '../../../shared/http/problems.ts';
import { CREDENTIALS } from './credentials.ts';
import type { TokenIssue } from '../../../accounts/token-requests.ts';
import { issueTokenTo, recordWrongCode, recordWrongPassword } from '../tokens/signing-in.ts';

export const tokensFeature = {
  rpc: {
    issueToken: {
      answer: issueTokenTo,
      absent: (): TokenIssue => ({ outcome: 'unknown' }),
    },
    recordWrongPassword,
    recordWrongCode,
    revokeToken,
    callerRights: {
      answer: rightsOf,
      absent: (): Refusal => {
        const { code, message, headers } = invalidCredentials();
        return { code, message, headers };
      },
    },
  },
  credentials: CREDENTIALS,
  personalData: {
    ofUsers: [
      {
        columns: { tokens: ['token_hash', 'session_id', 'device'] },
        erase: (context, { userId }) => revokeTokensOf(context, userId),
      },
    ],
  },
} satisfies Feature;
