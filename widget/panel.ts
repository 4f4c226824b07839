/**
 * The debug panel. It is placed below the page, since any corner that is free on one page is taken on the next. Its buttons
 * stay visible while its rows scroll, and it enables scrolling on a site that disables it. A shadow root separates its styles
 * from the site's. It is built without markup, so that a strict content security policy allows it.
 */

/** A row of the panel. */
export interface Row {
  cells: readonly string[];
  /** `fact`, or the result for a number. */
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

/** How often the panel checks for fixed parts of the site. */
const LOOK_AGAIN_MS = 300;

/** Shows the panel, replacing a former one, and scrolls to it. */
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
    buttonOf('top', 'Back to top', () => scrollTo({ top: 0 })),
    buttonOf('again', 'Check again', again),
    buttonOf('close', 'Close', () => host.remove()),
  );
  root.append(header, ...tables.map(tableOf));
  document.documentElement.append(host);
  stayClear(host);
  if (former) return;
  show(host);
  // Scrolling may have moved a sticky header away, which leaves more room.
  keepClear(host);
  show(host);
}

/** Keeps clear of the site's fixed parts, also of later ones. */
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

/** Measures how far the site's fixed parts reach into the window from each side. */
function clearances(): Record<'top' | 'right' | 'bottom' | 'left', number> {
  const { clientWidth: width, clientHeight: height } = document.documentElement;
  const [top, right] = [fixedBoxAt(width / 2, 1), fixedBoxAt(width - 1, height / 2)];
  const [bottom, left] = [fixedBoxAt(width / 2, height - 1), fixedBoxAt(1, height / 2)];
  // Ignore parts that take half of the window or more.
  const reach = (pixels: number | undefined, size: number): number =>
    pixels !== undefined && pixels > 0 && pixels < size / 2 ? pixels : 0;
  return {
    top: reach(top?.bottom, height),
    right: reach(right && width - right.left, width),
    bottom: reach(bottom && height - bottom.top, height),
    left: reach(left?.right, width),
  };
}

/** Returns the box of the site's fixed part at a point of the window. */
function fixedBoxAt(x: number, y: number): DOMRect | undefined {
  let element = document.elementFromPoint(x, y);
  while (element && !/^(?:fixed|sticky)$/.test(getComputedStyle(element).position))
    element = element.parentElement;
  return element?.getBoundingClientRect();
}

/** Scrolls to the panel, even if the site disables scrolling. */
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
