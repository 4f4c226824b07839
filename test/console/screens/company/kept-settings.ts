/** A server that keeps a document of a company, and refuses what is based on an older version. */
import { type ApiAnswers, type ApiRequest, refusal } from '../../rendered.ts';

/** What the server has. */
export interface Kept<Body> {
  body: Body;
  version: number;
}

/** Returns a document in its first version. */
export function kept<Body>(body: Body): Kept<Body> {
  return { body, version: 1 };
}

/** Changes a document as somebody else. */
export function changeMeanwhile<Body>(document: Kept<Body>, body: Body): void {
  document.body = body;
  document.version += 1;
}

/** Returns the answers at a path: GET, and PUT over the newest version. */
export function answersAt<Body>(path: string, document: Kept<Body>): ApiAnswers {
  const answer = (): Response => Response.json(document.body, { headers: { ETag: `"${document.version}"` } });
  return {
    [`GET ${path}`]: answer,
    [`PUT ${path}`]: ({ body, headers }: ApiRequest) => {
      if (headers.get('If-Match') !== `"${document.version}"`)
        return refusal(412, 'changed_meanwhile', 'Somebody else changed this in the meantime.');
      changeMeanwhile(document, body as Body);
      return answer();
    },
  };
}
