/** Sends requests as the simulated visitor. */
import { PLACES, readVisitor, type Visitor } from '../visitors.ts';

/** Returns the visitor in the request's cookie; undefined without one. */
export function visitorOf(request: Request): Visitor | undefined {
  return readVisitor(request.headers.get('Cookie') ?? '');
}

/** Changes a lookup into one from the visitor's network; leaves other requests unchanged. */
export function asVisitor(request: Request): Request {
  const visitor = visitorOf(request);
  if (visitor === undefined) return request;
  const url = new URL(request.url);
  if (visitor.zip) url.searchParams.set('zip', visitor.zip);
  if (visitor.nocache) url.searchParams.set('nocache', '1');
  return from(visitor, new Request(url, request));
}

/** Changes a report into one from the visitor's network. */
export function asSender(request: Request): Request {
  const visitor = visitorOf(request);
  return visitor === undefined ? request : from(visitor, request);
}

/** Returns `request` with the visitor's IP address and place. */
export function from({ ip, place }: Visitor, request: Request): Request {
  const headers = new Headers(request.headers);
  headers.set('CF-Connecting-IP', ip);
  return new Request(request, { headers, cf: { ...PLACES[place] } });
}
