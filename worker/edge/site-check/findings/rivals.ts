/**
 * Recognises call tracking scripts of other products by their hosts. Two that swap the same numbers undo each other, so a page
 * should have only one.
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

/** Lists the products whose hosts occur in a text: URLs of scripts, or scripts that load others. */
export function rivalsIn(text: string): string[] {
  const hosts = new Set(text.toLowerCase().match(/[\da-z.-]+/g));
  return Object.entries(HOSTS)
    .filter(([, own]) => [...hosts].some((host) => own.some((known) => isWithin(host, known))))
    .map(([name]) => name);
}

function isWithin(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
