/** How the operations of carriers are described: they have in common who asks and what comes back. */
import { type Operation, text } from './operation.ts';

/** A company's lane of a carrier. */
export const LANE = '/carriers/{carrier}/{company}';

/** What a carrier asks; its signature is its credentials. */
export const lane = (
  path: string,
  summary: string,
  golden: string,
  method: 'GET' | 'POST' = 'POST',
): Operation => ({
  method,
  path,
  tag: 'Carriers',
  summary,
  description: 'Signed by the carrier; the fields are those of its documents.',
  access: 'none',
  ...(method === 'GET'
    ? {}
    : {
        body: {
          schema: { type: 'object', additionalProperties: { type: 'string' } },
          example: { AccountSid: 'AC0123', CallSid: 'CA0123', From: '+12065550123', To: '+15125550102' },
          type: 'application/x-www-form-urlencoded',
        },
      }),
  answer: text,
  answerType: 'text/xml',
  golden: `calls/${golden}`,
  problems: ['invalid_signature', 'permission_denied', 'service_unavailable'],
});
