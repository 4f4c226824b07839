/** Remembers the list: its URL with filters, order and page, and the leads on it. */
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

let listed: readonly string[] = [];

/** Remembers the leads of the page; undefined while they are loading. */
export function rememberLeads(leads: readonly { lead_id: string }[] | undefined): void {
  if (leads !== undefined) listed = leads.map(({ lead_id: id }) => id);
}

/** The neighbours of a lead in the list as the user left it. */
export interface Neighbours {
  previous: string | undefined;
  next: string | undefined;
  /** Its number on the page, from 1. */
  position: number;
  count: number;
}

/** Returns the neighbours of a lead; undefined if the list has not shown it. */
export function neighboursOf(leadId: string): Neighbours | undefined {
  const at = listed.indexOf(leadId);
  if (at < 0) return undefined;
  return { previous: listed[at - 1], next: listed[at + 1], position: at + 1, count: listed.length };
}
