/**
 * Call tracking scripts of others, by the hosts that they are loaded from. Two that swap the same numbers undo each other,
 * so a page should have one.
 */
const HOSTS: Readonly<Record<string, readonly string[]>> = {
  CallRail: ['callrail.com', 'calltrk.com'],
  CallTrackingMetrics: ['tctm.co', 'calltrackingmetrics.com'],
  WhatConverts: ['ksrndkehqnwntyxlhgto.com', 'whatconverts.com'],
  Invoca: ['invocacdn.com', 'invoca.net'],
  Ringba: ['ringba.com'],
  Infinity: ['infinity-tracking.net', 'infinity-tracking.com'],
  ResponseTap: ['responsetap.com'],
  Nimbata: ['nimbata.com'],
  Marchex: ['marchex.io'],
  AvidTrak: ['avidtrak.com'],
  CallTouch: ['calltouch.ru'],
  iovox: ['iovox.com'],
};

/** The rivals whose hosts are named in a text: the address of a script, or a script that loads one. */
export function rivalsIn(text: string): string[] {
  const hosts = new Set(text.toLowerCase().match(/[\da-z.-]+/g));
  return Object.entries(HOSTS)
    .filter(([, own]) => [...hosts].some((host) => own.some((known) => isWithin(host, known))))
    .map(([name]) => name);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
