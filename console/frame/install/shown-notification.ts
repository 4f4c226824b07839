/** What a push message shows, and the address to which it leads. Pure. */

/** The options of a notification. */
export interface ShownNotification {
  title: string;
  body?: string;
  tag?: string;
  icon: string;
  data: { url: string };
}

const HOME = '/console/';
const ICON = '/console/icon-192.png';
/** The longest texts that are shown. */
const MAX_TEXT = 200;

/** Returns what to show for the text of a push message, `{title, body?, url, tag?}`. A browser demands that something is shown. */
export function shownFor(text: string | undefined, origin: string): ShownNotification {
  const { title, body, tag, url } = membersOf(text);
  return {
    title: textOf(title) ?? 'Leadline',
    ...(textOf(body) === undefined ? {} : { body: textOf(body) ?? '' }),
    ...(textOf(tag) === undefined ? {} : { tag: textOf(tag) ?? '' }),
    icon: ICON,
    data: { url: addressIn({ url }, origin) },
  };
}

/** Returns the address in a notification's data, if it is one of the console; else its first page. */
export function addressIn(data: unknown, origin: string): string {
  const { url } = isRecord(data) ? data : {};
  const address = typeof url === 'string' ? URL.parse(url, origin) : null;
  const isOwn = address?.origin === origin && address.pathname.startsWith(HOME);
  return isOwn ? address.pathname + address.search : HOME;
}

function membersOf(text: string | undefined): Record<string, unknown> {
  try {
    const members: unknown = JSON.parse(text ?? '');
    return isRecord(members) ? members : {};
  } catch {
    return {};
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, MAX_TEXT) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
