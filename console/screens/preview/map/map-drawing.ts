/** Draws the postal codes: a dot each, in the colour of the branch that wins it, and how it was won by its shape. */
import { COLOURS, type MapBatch, WON, MAP_SIZE } from './map-messages.ts';
import type { Winners } from './winners.ts';

/** Dots of the canvas in one unit of the map. */
const SHARPNESS = 2;

/** What is drawn of all codes. */
export type Filter = { branch: number } | { way: number } | undefined;

export class MapDrawing {
  readonly #context: CanvasRenderingContext2D;
  readonly #inks: readonly string[];
  /** For codes that distance alone gives to a branch, where others have theirs by name. */
  readonly #paleInks: readonly string[];
  readonly #gap: string;

  constructor(canvas: HTMLCanvasElement) {
    canvas.width = MAP_SIZE.width * SHARPNESS;
    canvas.height = MAP_SIZE.height * SHARPNESS;
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('This browser draws nothing.');
    context.scale(SHARPNESS, SHARPNESS);
    this.#context = context;
    // The style sheet knows the colours of either theme.
    const indexes = Array.from({ length: COLOURS }, (_, index) => index);
    this.#inks = indexes.map((index) => resolved(canvas, `var(--map-${index})`));
    this.#paleInks = indexes.map((index) =>
      resolved(canvas, `color-mix(in oklab, var(--map-${index}) 55%, var(--sunken))`),
    );
    this.#gap = getComputedStyle(canvas).color;
  }

  /** Draws from the first batch that is not drawn yet. @returns how many are drawn */
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

/** A colour as the theme has it: custom properties keep `light-dark()` as it is written. */
function resolved(canvas: HTMLElement, color: string): string {
  const before = canvas.style.color;
  canvas.style.color = color;
  const found = getComputedStyle(canvas).color;
  canvas.style.color = before;
  return found;
}
