/** The locations on the map, with their names where space allows. */
import type { VNode } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DniSettings } from '../../draft/dni-settings.ts';
import type { Filter } from './map-drawing.ts';
import { MAP_SIZE } from './map-messages.ts';

/** The most locations with names on the map. */
const MAX_NAMES = 25;
/** The most marks. More would hide the map. */
const MAX_MARKS = 300;
/** In units of the map: the mean width of a letter, the height of a line, and the gap between name and mark. */
const TEXT = { letter: 8.6, line: 19, gap: 9 };
/** Radii of marks: of a few, of many. */
const RADIUS = { alone: 5, ofMany: 2.5 };

interface Mark {
  id: string;
  name: string;
  index: number;
  x: number;
  y: number;
  /** The position of the name; undefined if there is no space for it. */
  nameAt: Spot | undefined;
}

interface Spot {
  x: number;
  y: number;
  anchor: 'start' | 'end' | 'middle';
}

interface MapMarksProps {
  /** x and y of each location. */
  points: Float32Array;
  settings: DniSettings;
  filter: Filter;
}

export function MapMarks({ points, settings, filter }: MapMarksProps): VNode {
  const marks = useMemo(() => marksOf(settings, points), [settings, points]);
  const chosen = filter !== undefined && 'branch' in filter ? filter.branch : undefined;
  const ofMany = marks.length > MAX_NAMES && chosen === undefined;
  const shown = marks.filter(({ index }) =>
    chosen === undefined ? marks.length <= MAX_MARKS : index === chosen,
  );
  return (
    <g class="marks">
      {shown.map((mark) => (
        <NamedMark
          key={mark.id}
          mark={mark}
          isChosen={mark.index === chosen}
          radius={ofMany ? RADIUS.ofMany : RADIUS.alone}
        />
      ))}
    </g>
  );
}

function NamedMark({ mark, isChosen, radius }: { mark: Mark; isChosen: boolean; radius: number }): VNode {
  const { x, y, name, nameAt } = mark;
  const spot = isChosen ? spotsFor(mark)[0] : nameAt;
  return (
    <g class={isChosen ? 'is-chosen' : ''}>
      <circle cx={x} cy={y} r={radius} />
      {spot && (
        <text x={spot.x} y={spot.y} text-anchor={spot.anchor}>
          {name}
        </text>
      )}
    </g>
  );
}

/** Returns the marks of locations on the map. Each name takes the first position where it covers no other. */
function marksOf({ locations }: DniSettings, points: Float32Array): Mark[] {
  const marks = locations.flatMap(({ location_id: id, name }, index): Mark[] => {
    const [x = Number.NaN, y = Number.NaN] = [points[2 * index], points[2 * index + 1]];
    return Number.isNaN(x) ? [] : [{ id, name, index, x, y, nameAt: undefined }];
  });
  if (marks.length > MAX_NAMES) return marks;
  const taken = marks.map(({ x, y }): Box => ({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }));
  return marks.map((mark) => {
    const nameAt = spotsFor(mark).find((spot) => {
      const box = boxOf(spot, mark.name);
      return isInside(box) && !taken.some((other) => overlap(box, other));
    });
    if (nameAt !== undefined) taken.push(boxOf(nameAt, mark.name));
    return { ...mark, nameAt };
  });
}

/** Returns the positions to try: beside the mark, above, below. Near the edge, the other side comes first. */
function spotsFor({ x, y, name }: Pick<Mark, 'x' | 'y' | 'name'>): Spot[] {
  const { gap, line } = TEXT;
  const right: Spot = { x: x + gap, y: y + line / 4, anchor: 'start' };
  const left: Spot = { x: x - gap, y: y + line / 4, anchor: 'end' };
  const sides = isInside(boxOf(right, name)) ? [right, left] : [left, right];
  const [above, below] = [y - gap - line * 0.2, y + gap + line * 0.7];
  const anchors = ['middle', 'end', 'start'] as const;
  return [...sides, ...[above, below].flatMap((y) => anchors.map((anchor) => ({ x, y, anchor })))];
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function boxOf({ x, y, anchor }: Spot, name: string): Box {
  const width = name.length * TEXT.letter;
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2;
  return { left, right: left + width, top: y - TEXT.line * 0.8, bottom: y + TEXT.line * 0.2 };
}

function isInside({ left, right }: Box): boolean {
  return left >= 0 && right <= MAP_SIZE.width;
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
