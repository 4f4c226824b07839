/** The icons of the console: lines on a grid of 20 by 20, in the colour of the text beside them. */
import type { VNode } from 'preact';

const DRAWINGS = {
  leads:
    'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5ZM3.5 17c.6-3.2 3.2-4.75 6.5-4.75s5.9 1.55 6.5 4.75',
  home: 'M3 9.5 10 3.5l7 6M5 8v8.5h10V8M8.3 16.5V12h3.4v4.5',
  reports: 'M3.5 16.5h13M6 16.5V11M10 16.5V4M14 16.5V8',
  people:
    'M7.25 9.25a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5ZM2 16.5c.5-2.8 2.6-4.25 5.25-4.25s4.75 1.45 5.25 4.25M13 4.2a2.6 2.6 0 0 1 0 4.9M14.5 12.6c1.9.5 3.1 1.8 3.5 3.9',
  company: 'M4 17V4.5L11 3v14M11 8h5v9M2.5 17h15M6.5 7h2M6.5 10h2M6.5 13h2M13 11h1.2M13 14h1.2',
  numbers: 'm8 3-2 14M14 3l-2 14M3.5 7.5H17M3 12.5h13.5',
  preview:
    'M2 10c1.9-3.6 4.6-5.4 8-5.4s6.1 1.8 8 5.4c-1.9 3.6-4.6 5.4-8 5.4S3.9 13.6 2 10ZM10 12.4a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8Z',
  setup: 'm3.5 5.5 1.4 1.4L7.5 4M3.5 11.5l1.4 1.4 2.6-2.9M10 5.5h6.5M10 11.5h6.5M4 17h12.5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM13 13l4 4',
  close: 'm5 5 10 10M15 5 5 15',
  more: 'M5 10h.01M10 10h.01M15 10h.01',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  plus: 'M10 4v12M4 10h12',
  down: 'm5 8 5 5 5-5',
  up: 'M10 16V4M5 9l5-5 5 5',
  left: 'm12 5-5 5 5 5',
  right: 'm8 5 5 5-5 5',
  check: 'm4 10.5 4 4 8-9',
  warning: 'M10 3 2.5 16.5h15L10 3ZM10 8v4M10 14.3h.01',
  info: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 9.2V13M10 6.7h.01',
  filter: 'M3 5h14M5.5 10h9M8 15h4',
  import: 'M10 3v9M6.5 8.5 10 12l3.5-3.5M3.5 13.5V16h13v-2.5',
  export: 'M10 12V3M6.5 6.5 10 3l3.5 3.5M3.5 13.5V16h13v-2.5',
  note: 'M4 3.5h12v9l-4 4H4v-13ZM12 16.5v-4h4M7 7h6M7 10h3.5',
  call: 'M6.2 3.2 8 3l1.3 3.7-1.6 1.2a9.5 9.5 0 0 0 4.4 4.4l1.2-1.6L17 12l-.2 1.8c-.15 1.5-1.3 2.5-2.8 2.3C8.6 15.4 4.6 11.4 3.9 6c-.2-1.5.8-2.65 2.3-2.8Z',
  text: 'M3 4.5h14v9H9l-3.5 3v-3H3v-9Z',
  mail: 'M2.5 5h15v10.5h-15V5ZM3 5.5l7 5.5 7-5.5',
  inbox: 'M3 11.5 5.2 4h9.6L17 11.5V16H3v-4.5ZM3 11.5h4c.4 1.6 1.4 2.4 3 2.4s2.6-.8 3-2.4h4',
  bell: 'M5 13.5c1-1 1.2-2.4 1.2-4.3C6.2 6.7 7.7 5 10 5s3.8 1.7 3.8 4.2c0 1.9.2 3.3 1.2 4.3H5ZM8.5 16.2c.8.8 2.2.8 3 0M10 3v2',
  state: 'M3.5 10h11M11 6.5l3.5 3.5-3.5 3.5',
  merge: 'M5 3.5v3.2c0 2.5 5 3 5 5.8v4M15 3.5v3.2c0 2.5-5 3-5 5.8',
  pencil: 'm4 16 .7-3L13 4.7l2.3 2.3L7 15.3 4 16Z',
  trash: 'M4 6h12M8 6V4h4v2M5.5 6l.7 10.5h7.6L14.5 6',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM10 6v4.2l2.7 1.6',
  pin: 'M10 17.5c3.5-3.8 5.2-6.7 5.2-9a5.2 5.2 0 1 0-10.4 0c0 2.3 1.7 5.2 5.2 9ZM10 10.3a1.9 1.9 0 1 0 0-3.8 1.9 1.9 0 0 0 0 3.8Z',
  keyboard: 'M2.5 5.5h15v9h-15v-9ZM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 11.7h7',
  out: 'M8 4H4v12h4M8.5 10h8M13.5 6.5 17 10l-3.5 3.5',
} as const;

export type IconName = keyof typeof DRAWINGS;

/** An icon, hidden from screen readers: the text beside it or the label of its button has the meaning. */
export function Icon({ name, size = 18 }: { name: IconName; size?: number }): VNode {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 20 20"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 2.5 : 1.6}
      stroke-linecap="round"
      stroke-linejoin="round"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}

/** The logo. */
export function Brand({ size = 26 }: { size?: number }): VNode {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" width={size} height={size}>
      <rect width="32" height="32" rx="8" fill="#0f666c" />
      <path
        d="M9 8v10a6 6 0 0 0 6 6h8"
        fill="none"
        stroke="#7fe3d2"
        stroke-width="4"
        stroke-linecap="round"
      />
      <circle cx="22" cy="11" r="3.5" fill="#fff" />
    </svg>
  );
}
