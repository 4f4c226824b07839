/** How the operations of carriers are described: they have in common who asks and what comes back. */
import { type Operation, ref, text } from './operation.ts';

/** A company's lane of a carrier. */
export const LANE = '/carriers/{carrier}/{company}';

/** What a carrier asks; its signature is its credentials. */
export const lane = (path: string, name: string, summary: string, golden: string): Operation => ({
  name,
  method: 'POST',
  path,
  tag: 'Carriers',
  summary,
  description: 'Signed by the carrier; the fields are those of its documents.',
  access: 'none',
  body: ref('CarrierFields'),
  bodyType: 'application/x-www-form-urlencoded',
  answer: text,
  answerType: 'text/xml',
  golden: `calls/${golden}`,
  problems: ['invalid_signature', 'permission_denied', 'service_unavailable'],
});

/** The same with the fields in the query. */
export function askedByGet(operation: Operation): Operation {
  const { body: _body, bodyType: _type, ...rest } = operation;
  return { ...rest, method: 'GET' };
}
