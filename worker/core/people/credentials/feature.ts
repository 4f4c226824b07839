/** Access tokens, and with the API keys whose a secret is. */
import type { Feature } from '../../engine/context/feature.ts';
import { revokeTokensOf } from '../tokens/tokens.ts';
import { CREDENTIALS } from './credentials.ts';

export const tokensFeature: Feature = {
  credentials: CREDENTIALS,
  personalData: {
    ofUsers: [
      {
        columns: { tokens: ['token_hash', 'session_id', 'device'] },
        erase: (context, { userId }) => revokeTokensOf(context, userId),
      },
    ],
  },
};
