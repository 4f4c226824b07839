/** Judges the attribution of calls on simulated sites that were not used for fitting, beside the rules that others document. */
import { judgeRotation, judgeWorld, type Judgement } from './judge.ts';
import { brierScore, type Judged, logLoss, reliability, shareRight } from './scores.ts';
import { JUDGED_WORLDS } from './worlds.ts';

/** The confidence from which a call counts as sure. */
const SURE = 0.9;
/** Calls in a tenth from which its reliability is judged. */
const ENOUGH = 400;

/** The aims of the README: for sure calls, and where at most so many visits get no number of the pool. */
const AIMS = { right: 0.9, overflow: 0.05, sure: 0.6, sureWithoutTaps: 0.35 };

/** The figures of one rule in one world. */
interface Figures {
  right: number;
  /** The share of the calls that are sure, and how many of these were right. */
  sure: number;
  sureRight: number;
  brier: number;
  logLoss: number;
}

/** Prints a table for each world. */
export function benchAttribution(): Promise<void> {
  for (const world of JUDGED_WORLDS) {
    const judgement = judgeWorld(world);
    console.log(
      `\n${world.name}: ${judgement.calls} calls, ${percent(judgement.known)} of known visits; ${percent(judgement.overflow)} of visits without a number of the pool\n`,
    );
    console.table({
      Leadline: shown(judgement.ours),
      'Leadline without taps': shown(judgement.withoutTaps),
      'who held the number last': shown(judgement.heldLast),
      'last visitor, one number per 20 a day': shown(judgeRotation(world)),
    });
    printTenths(judgement.ours);
    for (const missed of missedAims(judgement)) console.log(`Missed: ${missed}`);
  }
  return Promise.resolve();
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
export function missedAims({ overflow, ours, withoutTaps, heldLast }: Judgement): string[] {
  const [own, untapped, last] = [ours, withoutTaps, heldLast].map(figuresOf) as [Figures, Figures, Figures];
  const unreliable = reliability(ours).filter(({ count, isReliable }) => count >= ENOUGH && !isReliable);
  const fits = overflow < AIMS.overflow;
  if (ours.every(({ confidence }) => confidence === 0)) return ['no visit is known, so nothing is claimed'];
  return [
    ...unreliable.map(
      ({ from, stated, right }) =>
        `the tenth from ${from} states ${percent(stated)}, ${percent(right)} were right`,
    ),
    ...(own.sure > 0 && own.sureRight < AIMS.right
      ? [`of sure calls only ${percent(own.sureRight)} are right`]
      : []),
    ...(fits && own.sure < AIMS.sure ? [`only ${percent(own.sure)} of calls are sure`] : []),
    ...(fits && untapped.sure < AIMS.sureWithoutTaps
      ? [`without taps only ${percent(untapped.sure)} of calls are sure`]
      : []),
    ...(own.brier >= last.brier || own.logLoss >= last.logLoss
      ? ['"who held it last" has a better score']
      : []),
  ];
}

function shown(judged: readonly Judged[]): Record<string, string> {
  const { right, sure, sureRight, brier, logLoss: loss } = figuresOf(judged);
  return {
    right: percent(right),
    'at 0.9 and above': percent(sure),
    'of these right': sure === 0 ? '' : percent(sureRight),
    Brier: brier.toFixed(3),
    'log loss': loss.toFixed(3),
  };
}

function printTenths(judged: readonly Judged[]): void {
  const rows = reliability(judged).map(({ from, count, stated, right, interval, isReliable }) => ({
    from,
    calls: count,
    stated: percent(stated),
    right: percent(right),
    interval: interval.map(percent).join(' to '),
    reliable: count < ENOUGH ? 'too few' : isReliable ? 'yes' : 'no',
  }));
  console.table(rows);
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
