/** The site's icons, drawn with lines of the text's colour. */
const icon = (paths: string): string =>
  `<svg class="icon" aria-hidden="true" viewBox="0 0 24 24" width="24" height="24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`;

export const ICONS = {
  phone: icon(
    '<path d="M5 4h3.6l1.7 4.4-2.2 1.6a12 12 0 0 0 5.9 5.9l1.6-2.2L20 15.4V19a1.6 1.6 0 0 1-1.7 1.6A15.6 15.6 0 0 1 3.4 5.7 1.6 1.6 0 0 1 5 4Z"/>',
  ),
  bubble: icon(
    '<path d="M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-7l-4.500 3.500V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z"/><path d="M8 10h8M8 13h5"/>',
  ),
  drop: '<svg class="drop" aria-hidden="true" viewBox="0 0 24 24" width="34" height="34"><path fill="currentColor" d="M12 2.200c3.7 4.2 7 7.9 7 12a7 7 0 0 1-14 0c0-4.1 3.3-7.8 7-12Z"/><path fill="none" stroke="#fff" stroke-opacity=".85" stroke-width="1.7" stroke-linecap="round" d="M8.5 14.600a3.6 3.6 0 0 0 3.2 3.5"/></svg>',
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  leak: icon(
    '<path d="M3 7h8a3 3 0 0 1 3 3v3M3 12h4a2 2 0 0 1 2 2v0M11 13h6M14 16.500c1.2 1.3 2 2.3 2 3.300a2 2 0 0 1-4 0c0-1 .8-2 2-3.300Z"/>',
  ),
  heater: icon(
    '<rect x="6" y="3" width="12" height="16" rx="4"/><path d="M9 19v2M15 19v2M12 8.500c1.4 1.3 2.2 2.3 2.2 3.500a2.2 2.2 0 0 1-4.4 0c0-1.2.8-2.2 2.2-3.500Z"/>',
  ),
  drain: icon('<path d="M3 10h18M5 10v3a7 7 0 0 0 14 0v-3M12 20v-3M9 6l1-2M14 6l1-2"/>'),
  pin: icon(
    '<path d="M12 21c4-4.3 6.5-7.6 6.5-11a6.5 6.5 0 0 0-13 0c0 3.4 2.5 6.7 6.5 11Z"/><circle cx="12" cy="10" r="2.4"/>',
  ),
  clock: icon('<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.2 2"/>'),
} as const;
