/** Makes a request come from the visitor that the demo's pages pretend to be. */
import { PLACES, readVisitor, type Visitor } from '../visitors.ts';

/** Who the pages say that the visitor is; undefined for a request that does not come from them. */
export function visitorOf(request: Request): Visitor | undefined {
  return readVisitor(request.headers.get('Cookie') ?? '');
}

/** A question of the widget as the visitor's own network would bring it; any other request as it is. */
export function asVisitor(request: Request): Request {
  const visitor = visitorOf(request);
  if (visitor === undefined) return request;
  const url = new URL(request.url);
  if (visitor.zip) url.searchParams.set('zip', visitor.zip);
  if (visitor.nocache) url.searchParams.set('nocache', '1');
  return from(visitor, new Request(url, request));
}

/** `request` with the visitor's address and what the network knows about it. */
export function from({ ip, place }: Visitor, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('CF-Connecting-IP', ip);
  return new Request(request, { headers, cf: { ...PLACES[place] } });
}
