/** The form of a row of the table of forms, and what rows share. */
import type { Locator, Page } from 'playwright-core';
import type { Neighbour } from './neighbours.ts';

export interface FormRow {
  /** The address below `/console/<company>/`; `<annId>` stands for that id of the company. */
  at: string;
  /** What leads from there to the form. */
  reach?: (page: Page) => Promise<void>;
  /** What brings back what stands in the form and was not typed, such as the numbers on sale. */
  again?: (page: Page) => Promise<void>;
  /** A company that has nothing yet. */
  isNew?: boolean;
  /** Fills in what has to be filled in besides. */
  complete?: (form: Locator) => Promise<void>;
  /** Types into the form, each time something else. */
  type: (form: Locator, words: string) => Promise<void>;
  /** What was typed, as it stands there. */
  said: (form: Locator) => Promise<string>;
  words: readonly [first: string, later: string];
  /** The name of the button that sends it. */
  submit: string | RegExp;
  /** The requests that save it; undefined: it goes into the draft, which is saved by publishing. */
  saves?: RegExp;
  /** Saving is answered with this by the test, for it needs something that is not there, or cannot be done twice. */
  stub?: object;
  /** Its answer has a secret, which a repetition is answered without. */
  isSecret?: boolean;
  /** What comes in its place once it is saved has no room for what is chosen meanwhile. */
  endsForm?: boolean;
  /** `asked`: before anything is dropped; `kept`: it is there again. */
  onLeaving: 'asked' | 'kept';
  neighbour: Neighbour;
}

/** A form that has nothing to lose, and why. */
export interface NotTried {
  because: string;
}

export const WORDS = ['Half a thought', 'Half a thought and more'] as const;

/** A field of one or several lines, by its label. */
export function field(label: string | RegExp): Pick<FormRow, 'type' | 'said' | 'words'> {
  const of = (form: Locator): Locator => form.getByLabel(label, { exact: typeof label === 'string' }).first();
  return {
    words: WORDS,
    type: async (form, words) => {
      // As hands do it: by keys, with the focus where they go.
      await of(form).fill(words.slice(0, -1));
      await of(form).press('End');
      await of(form).pressSequentially(words.slice(-1));
    },
    said: (form) => of(form).inputValue(),
  };
}

/** A choice, by its label. */
export function choice(label: string, words: FormRow['words']): Pick<FormRow, 'type' | 'said' | 'words'> {
  const of = (form: Locator): Locator => form.getByLabel(label, { exact: true }).first();
  return {
    words,
    type: async (form, value) => {
      await of(form).selectOption(value);
    },
    said: (form) => of(form).inputValue(),
  };
}

/** Opens the editor of a value of the lead. */
export async function edit(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).click();
}
