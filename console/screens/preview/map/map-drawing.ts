/** Draws a dot for each postal code. Its colour is the branch that gets the code, its shape the way it was assigned. */
import { COLOURS, type MapBatch, WON, MAP_SIZE } from './map-messages.ts';
import type { Winners } from './winners.ts';

/** Pixels of the canvas per unit of the map. */
const SHARPNESS = 2;

/** The codes to draw; undefined for all. */
export type Filter = { branch: number } | { way: number } | undefined;

export class MapDrawing {
  readonly #context: CanvasRenderingContext2D;
  readonly #inks: readonly string[];
  /** Colours of codes assigned by distance, if some locations name service areas. */
  readonly #paleInks: readonly string[];
  readonly #gap: string;

  constructor(canvas: HTMLCanvasElement) {
    canvas.width = MAP_SIZE.width * SHARPNESS;
    canvas.height = MAP_SIZE.height * SHARPNESS;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser cannot draw the map.');
    context.scale(SHARPNESS, SHARPNESS);
    this.#context = context;
    // The style sheet has the colours of both themes.
    const indexes = Array.from({ length: COLOURS }, (_, index) => index);
    this.#inks = indexes.map((index) => resolved(canvas, `var(--map-${index})`));
    this.#paleInks = indexes.map((index) =>
      resolved(canvas, `color-mix(in oklab, var(--map-${index}) 55%, var(--sunken))`),
    );
    this.#gap = getComputedStyle(canvas).color;
  }

  /** Draws the batches from `from` on. @returns the number of batches drawn so far */
  draw(winners: Winners, from: number, filter: Filter): number {
    if (from === 0) this.#context.clearRect(0, 0, MAP_SIZE.width, MAP_SIZE.height);
    for (const batch of winners.batches.slice(from)) this.#drawBatch(batch, winners, filter);
    return winners.batches.length;
  }

  #drawBatch(batch: MapBatch, { branches }: Winners, filter: Filter): void {
    const { points, sizes, winners } = batch;
    const byDistance = branches.hasAreas ? this.#paleInks : this.#inks;
    for (const [at, winner] of winners.entries()) {
      const way = batch.ways[at] ?? 0;
      if (!passes(filter, winner, way)) continue;
      const inks = way === WON.byDistance ? byDistance : this.#inks;
      const [x, y] = [points[2 * at] ?? 0, points[2 * at + 1] ?? 0];
      this.#drawCode({ x, y, size: sizes[at] ?? 1 }, way, inks[branches.colours[winner] ?? 0] ?? '');
    }
  }

  #drawCode(point: Point, way: number, ink: string): void {
    if (way === WON.tooFar) this.#cross(point);
    else this.#dot(point, ink);
    if (way === WON.inSeveralAreas) this.#ring(point);
  }

  #dot({ x, y, size }: Point, ink: string): void {
    const context = this.#context;
    context.fillStyle = ink;
    context.beginPath();
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fill();
  }

  #ring({ x, y, size }: Point): void {
    const context = this.#context;
    context.strokeStyle = this.#gap;
    context.lineWidth = 0.9;
    context.beginPath();
    context.arc(x, y, Math.max(size, 2), 0, 2 * Math.PI);
    context.stroke();
  }

  #cross({ x, y, size }: Point): void {
    const context = this.#context;
    const half = size * 0.7;
    context.strokeStyle = this.#gap;
    context.lineWidth = 0.6;
    context.beginPath();
    context.moveTo(x - half, y - half);
    context.lineTo(x + half, y + half);
    context.moveTo(x + half, y - half);
    context.lineTo(x - half, y + half);
    context.stroke();
  }
}

interface Point {
  x: number;
  y: number;
  size: number;
}

function passes(filter: Filter, winner: number, way: number): boolean {
  if (filter === undefined) return true;
  return 'way' in filter ? filter.way === way : filter.branch === winner && way !== WON.tooFar;
}

/** Returns a colour in the current theme: custom properties do not resolve `light-dark()`. */
function resolved(canvas: HTMLElement, color: string): string {
  const before = canvas.style.color;
  canvas.style.color = color;
  const found = getComputedStyle(canvas).color;
  canvas.style.color = before;
  return found;
}
