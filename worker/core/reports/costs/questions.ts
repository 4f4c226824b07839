/** What a file of costs leaves open, and whoever imports it has to say. Pure. */
import type { Fault } from '../../../shared/http/problems.ts';
import type { CostFile } from './reference.ts';
import { areAmountsAmbiguous, areDaysAmbiguous } from './sheets/cells.ts';
import type { CostField } from './sheets/columns.ts';
import type { SheetRow } from './sheets/sums.ts';
import type { FileChoices } from './schema.ts';

export type CostQuestion = CostFile['questions'][number];

/** Most samples of a question. */
const MAX_SAMPLES = 5;

type Row = SheetRow & { texts: Record<CostField, string> };

/**
 * Returns the questions that the query does not answer.
 * @param file.kept the rows that are no sums
 * @param file.newSources returns their sources that the company does not have
 */
export function questionsOf({
  rows,
  kept,
  newSources,
  query,
}: {
  rows: readonly Row[];
  kept: readonly Row[];
  newSources: () => readonly string[];
  query: FileChoices;
}): CostQuestion[] {
  const questions = [
    ...aboutTexts(rows, query),
    ...aboutRows({ kept, others: query.new_sources ? [] : newSources() }, query),
  ];
  return questions.flatMap(({ isOpen, ...question }) => (isOpen ? [question] : []));
}

interface ConditionalQuestion extends CostQuestion {
  isOpen: boolean;
}

/** Returns the questions about columns that can be read two ways. */
function aboutTexts(rows: readonly Row[], query: FileChoices): ConditionalQuestion[] {
  const amounts = rows.map(({ texts }) => texts.amount);
  const days = rows.flatMap(({ texts }) => [texts.day, texts.until]);
  return [
    {
      parameter: 'decimal',
      detail:
        'The amounts may have thousands or decimals: 1.150 is 1150 with a decimal comma, and 1.15 with a decimal point.',
      choices: ['point', 'comma'],
      samples: some(amounts.filter((text) => /[.,]/.test(text))),
      isOpen: query.decimal === undefined && areAmountsAmbiguous(amounts),
    },
    {
      parameter: 'days',
      detail: 'The days may begin with the day or with the month.',
      choices: ['day_first', 'month_first'],
      samples: some(days.filter((text) => text !== '')),
      isOpen: query.days === undefined && areDaysAmbiguous(days),
    },
  ];
}

/** Returns the questions about rows for several days, and about sources that the company does not have. */
function aboutRows(
  { kept, others }: { kept: readonly Row[]; others: readonly string[] },
  query: FileChoices,
): ConditionalQuestion[] {
  const ranges = kept.filter(({ day, until }) => day !== undefined && until !== undefined && until > day);
  return [
    {
      parameter: 'spread',
      detail:
        'Some rows are for several days. Divide their amounts among the days, or export the costs by day.',
      choices: ['true'],
      samples: some(ranges.map(({ day = '', until = '' }) => `${day} to ${until}`)),
      isOpen: !query.spread && ranges.length > 0,
    },
    {
      parameter: 'new_sources',
      detail: 'The company has no such sources. Costs count only for leads of the same source.',
      choices: ['true'],
      samples: some(others),
      isOpen: others.length > 0,
    },
  ];
}

/** Returns the faults of an import without answers to its questions. */
export function faultsOfQuestions(questions: readonly CostQuestion[]): Fault[] {
  return questions.map(({ parameter, detail, choices, samples }) => ({
    parameter,
    code: 'missing_parameter',
    detail: `${detail} ${samples.join(', ')}`,
    allowed: choices,
  }));
}

function some(texts: readonly string[]): string[] {
  return [...new Set(texts)].slice(0, MAX_SAMPLES);
}
