/** Judges the attribution of calls on simulated sites that were not used for fitting, beside the rules that others document. */
import { judgeWorld, type Judgement } from './judge.ts';
import { type Bin, brierScore, type Judged, logLoss, reliability, shareRight } from './scores.ts';
import { JUDGED_WORLDS } from './worlds.ts';

/** The confidence from which a call counts as sure. */
const SURE = 0.9;
/** Calls in a tenth from which its reliability is judged, and the least tenth. */
const ENOUGH = 400;
const LEAST_JUDGED = 0.5;

/**
 * The aims: how many of the sure calls are right, first and repeated ones apart; where at most so many visits get no number of the
 * pool, how many calls are sure; and how far the stated mean of a tenth is from the share that was right.
 */
const AIMS = { right: 0.97, overflow: 0.05, sure: 0.4, off: 0.05 };

const KINDS = [
  ['first calls', ({ isRepeated }: Judged): boolean => isRepeated !== true],
  ['repeated calls', ({ isRepeated }: Judged): boolean => isRepeated === true],
] as const;

/** The figures of one rule in one world. */
interface Figures {
  right: number;
  /** The share of the calls that are sure, and how many of these were right. */
  sure: number;
  sureRight: number;
  brier: number;
  logLoss: number;
}

/** Prints the tables of docs/benchmarks.md. */
export function benchAttribution(): Promise<void> {
  const judgements = JUDGED_WORLDS.map((world) => {
    const judgement = judgeWorld(world);
    console.error(`${world.name}: ${judgement.calls} calls`);
    return judgement;
  });
  printTables(judgements);
  return Promise.resolve();
}

/** Prints the tables in Markdown, and the aims that are missed. */
export function printTables(judgements: readonly Judgement[]): void {
  print(
    [
      'site',
      'calls',
      'repeated',
      'visits without a number',
      'known',
      'right',
      'sure',
      'of these right',
      ...SURE_KINDS,
    ],
    judgements.map(sureRow),
  );
  print(
    [
      'site',
      'Brier, log loss',
      'sure without taps',
      '"who held it last": right; scores',
      '"last visitor": right; scores',
    ],
    judgements.map(scoresRow),
  );
  const all = judgements.flatMap(({ ours }) => ours);
  for (const [name, isKind] of KINDS) {
    console.log(`\n${name}: stated / right, interval (calls)\n`);
    print(
      ['site', ...TENTHS.map((from) => `from ${from.toFixed(1)}`)],
      [
        ...judgements.map(({ world, ours }) => [world.name, ...tenthCells(ours.filter(isKind))]),
        ['all', ...tenthCells(all.filter(isKind))],
      ],
    );
  }
  for (const judgement of judgements) {
    for (const missed of missedAims(judgement)) console.log(`${judgement.world.name}: ${missed}`);
  }
}

const SURE_KINDS = KINDS.flatMap(([name]) => [`sure ${name}`, 'right']);

function sureRow({ world, calls, overflow, known, ours }: Judgement): string[] {
  const { right, sure, sureRight } = figuresOf(ours);
  const repeated = ours.filter(({ isRepeated }) => isRepeated).length / Math.max(1, calls);
  return [
    world.name,
    calls.toLocaleString('en'),
    ...[repeated, overflow, known, right, sure].map(percent),
    sure === 0 ? '-' : percent(sureRight),
    ...KINDS.flatMap(([, isKind]) => {
      const figures = figuresOf(ours.filter(isKind));
      return [percent(figures.sure), figures.sure === 0 ? '-' : percent(figures.sureRight)];
    }),
  ];
}

function scoresRow({ world, ours, withoutTaps, heldLast, rotation }: Judgement): string[] {
  const scores = (judged: readonly Judged[]): string => {
    const { brier, logLoss: loss } = figuresOf(judged);
    return `${brier.toFixed(3)}, ${loss.toFixed(3)}`;
  };
  return [
    world.name,
    scores(ours),
    percent(figuresOf(withoutTaps).sure),
    `${percent(shareRight(heldLast))}; ${scores(heldLast)}`,
    `${percent(shareRight(rotation))}; ${scores(rotation)}`,
  ];
}

const TENTHS = Array.from({ length: 10 }, (_, tenth) => tenth / 10);

/** Returns a cell for each tenth. An exclamation mark: more than the aim beside what was right, with enough calls. */
function tenthCells(judged: readonly Judged[]): string[] {
  const bins = reliability(judged);
  return TENTHS.map((from) => {
    const bin = bins.find((each) => each.from === from);
    if (bin === undefined) return '-';
    const { stated, right, interval, count } = bin;
    const [low, high] = interval.map((share) => (100 * share).toFixed(0));
    const mark = isOff(bin) ? ' !' : '';
    return `${(100 * stated).toFixed(0)} / ${(100 * right).toFixed(0)}, ${low}-${high} (${count.toLocaleString('en')})${mark}`;
  });
}

/** Tells whether a tenth misses the aim. */
function isOff({ from, count, stated, right }: Bin): boolean {
  return from >= LEAST_JUDGED && count >= ENOUGH && Math.abs(stated - right) > AIMS.off;
}

/** Returns the figures of a rule. */
export function figuresOf(judged: readonly Judged[]): Figures {
  const sure = judged.filter(({ confidence }) => confidence >= SURE);
  return {
    right: shareRight(judged),
    sure: sure.length / Math.max(1, judged.length),
    sureRight: shareRight(sure),
    brier: brierScore(judged),
    logLoss: logLoss(judged),
  };
}

/** Names the aims that a world misses. */
export function missedAims({ overflow, ours, heldLast }: Judgement): string[] {
  const [own, last] = [figuresOf(ours), figuresOf(heldLast)];
  if (ours.every(({ confidence }) => confidence === 0)) return ['no visit is known, so nothing is claimed'];
  return [
    ...KINDS.flatMap(([name, isKind]) => missedBy(name, ours.filter(isKind))),
    ...(overflow < AIMS.overflow && own.sure < AIMS.sure
      ? [`only ${percent(own.sure)} of calls are sure`]
      : []),
    ...(own.brier >= last.brier || own.logLoss >= last.logLoss
      ? ['"who held it last" has a better score']
      : []),
  ];
}

function missedBy(name: string, judged: readonly Judged[]): string[] {
  const { sure, sureRight } = figuresOf(judged);
  return [
    ...(sure > 0 && sureRight < AIMS.right ? [`of sure ${name} only ${percent(sureRight)} are right`] : []),
    ...reliability(judged)
      .filter(isOff)
      .map(
        ({ from, stated, right }) =>
          `${name}: the tenth from ${from} states ${percent(stated)}, ${percent(right)} were right`,
      ),
  ];
}

function print(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  console.log(['', line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n'));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
