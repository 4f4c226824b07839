/** Remembers the URL of the list, with its filters, order and page. */
import { pathTo } from '../../address/router.ts';

let last: { company: string; address: string } | undefined;

/** Remembers the current URL of the list. */
export function rememberList(company: string, address: string): void {
  last = { company, address };
}

/** Returns the URL of the list as the user left it. */
export function listAddress(): string {
  const plain = pathTo('leads');
  return last !== undefined && plain.includes(last.company) ? last.address : plain;
}
