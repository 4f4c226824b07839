/**
 * The debug panel. It stands below the page and not over it: any corner that is free on one page is taken on the next. Its
 * buttons stay in sight while its rows are scrolled. A site that keeps its page from scrolling scrolls while it is there. A shadow root keeps the site's styles and ours apart; it is made without markup, so
 * that a strict content security policy allows it.
 */

/** A row of the panel. */
export interface Row {
  cells: readonly string[];
  /** `fact`, or how a number fared. */
  kind: 'fact' | 'swapped' | 'left';
}

const STYLE = `
:host{display:block;position:relative;z-index:-1;clear:both;box-sizing:border-box;margin:0 var(--right) 0 var(--left);padding-bottom:var(--bottom);scroll-margin-top:var(--top);background:#10151c;color:#e8edf2;font:14px/1.5 system-ui,sans-serif;text-align:left;overflow:clip}
header{position:sticky;top:var(--top);display:flex;flex-wrap:wrap;align-items:center;gap:8px;padding:12px 18px;background:#10151c;border-bottom:1px solid #ffffff33}
h2{font-size:15px;margin:0;flex:1 1 14rem}
table{border-collapse:collapse;width:calc(100% - 36px);margin:6px 18px 14px}
td{padding:4px 16px 4px 0;vertical-align:top;border-top:1px solid #ffffff1a;overflow-wrap:anywhere}
tr:first-child td{border-top:0}
td:first-child{color:#9fb0c0}
.fact td:first-child{width:1%;white-space:nowrap}
button{font:inherit;color:inherit;background:#ffffff1f;border:0;border-radius:6px;padding:6px 14px;cursor:pointer}
button:hover{background:#ffffff33}
button:focus-visible{outline:2px solid #7be0a0;outline-offset:2px}
.swapped td:last-child{color:#7be0a0}
.left td:last-child{color:#f3c26b}
@media(max-width:640px){tr:not(.fact) td{display:block;padding-right:0}tr:not(.fact) td+td{border:0;padding-top:0}}
`;

/** How soon the panel gives way to a part of the site that came later. */
const LOOK_AGAIN_MS = 300;

/** Shows the panel in place of the former one, and brings it into view. */
export function showPanel(title: string, tables: readonly (readonly Row[])[], again: () => void): void {
  const former = document.querySelector('leadline-debug');
  former?.remove();
  const host = document.createElement('leadline-debug');
  host.setAttribute('data-leadline-skip', '');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  root.adoptedStyleSheets = [sheet];
  const heading = document.createElement('h2');
  heading.textContent = title;
  const header = document.createElement('header');
  header.append(
    heading,
    buttonOf('top', 'To the top', () => scrollTo({ top: 0 })),
    buttonOf('again', 'Look again', again),
    buttonOf('close', 'Close', () => host.remove()),
  );
  root.append(header, ...tables.map(tableOf));
  document.documentElement.append(host);
  stayClear(host);
  if (former) return;
  show(host);
  // A header that sticks to the site's own parts has gone with them, and leaves more room.
  keepClear(host);
  show(host);
}

/** Keeps clear of the site's own fixed parts, also of those that come later or change with the window. */
function stayClear(host: HTMLElement): void {
  keepClear(host);
  const timer = setInterval(() => {
    if (host.isConnected) keepClear(host);
    else clearInterval(timer);
  }, LOOK_AGAIN_MS);
}

function keepClear(host: HTMLElement): void {
  for (const [side, pixels] of Object.entries(clearances()))
    host.style.setProperty(`--${side}`, `${pixels}px`);
}

/** How far the site's own fixed parts reach into the window from each side, so that they do not cover the panel. */
function clearances(): Record<'top' | 'right' | 'bottom' | 'left', number> {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const [top, right] = [fixedBoxAt(width / 2, 1), fixedBoxAt(width - 1, height / 2)];
  const [bottom, left] = [fixedBoxAt(width / 2, height - 1), fixedBoxAt(1, height / 2)];
  // What takes half of the window or more is no bar.
  const reach = (pixels: number | undefined, size: number): number =>
    pixels !== undefined && pixels > 0 && pixels < size / 2 ? pixels : 0;
  return {
    top: reach(top?.bottom, height),
    right: reach(right && width - right.left, width),
    bottom: reach(bottom && height - bottom.top, height),
    left: reach(left?.right, width),
  };
}

/** The box of the fixed part of the site at a point of the window. */
function fixedBoxAt(x: number, y: number): DOMRect | undefined {
  let element = document.elementFromPoint(x, y);
  while (element && !/^(?:fixed|sticky)$/.test(getComputedStyle(element).position))
    element = element.parentElement;
  return element?.getBoundingClientRect();
}

/** Scrolls to the panel, also where the site keeps its page from scrolling. */
function show(host: HTMLElement): void {
  const { documentElement: page } = document;
  if (/hidden|clip/.test(getComputedStyle(page).overflowY))
    page.style.setProperty('overflow', 'auto', 'important');
  host.scrollIntoView({ block: 'start', behavior: 'instant' });
}

function tableOf(rows: readonly Row[]): HTMLTableElement {
  const table = document.createElement('table');
  for (const { cells, kind } of rows) {
    const row = table.insertRow();
    row.className = kind;
    for (const text of cells) row.insertCell().textContent = text;
  }
  return table;
}

function buttonOf(id: string, label: string, act: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.id = id;
  button.textContent = label;
  button.addEventListener('click', act);
  return button;
}
