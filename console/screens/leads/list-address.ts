/** Where the list was left: its filters, its order, its page. */
import { pathTo } from '../../router.ts';

let last: { company: string; address: string } | undefined;

/** Remembers the list as it is. */
export function rememberList(company: string, address: string): void {
  last = { company, address };
}

/** The way back to the list, as it was left. */
export function listAddress(): string {
  const plain = pathTo('leads');
  return last !== undefined && plain.includes(last.company) ? last.address : plain;
}
