/** The form of a file of costs that is read every morning: its address, how it is read, and the first rows as they are read. */
import type { VNode } from 'preact';
import { close } from '../../../address/router.ts';
import { Notice } from '../../../components/notice.tsx';
import { Dialog } from '../../../components/over/dialog.tsx';
import { AddressField } from '../../../forms/address-field.tsx';
import { DialogSubmit, Form, TextField } from '../../../forms/fields.tsx';
import { textOf, valuesOf } from '../../../forms/form-values.ts';
import { NO_VERSION, useMembers } from '../../../forms/save-members.ts';
import { useSaving } from '../../../forms/saving.ts';
import { HourField } from '../hour-field.tsx';
import { Review, type Reviewed, type ReviewProps } from './cost-review.tsx';
import { addFeed, changeFeed, type Feed, type FeedInput, feedNow, inputOf } from './feed.ts';
import { chosenOptions, useReading } from './feed-reading.ts';

const NEW_FEED: FeedInput = {
  name: '',
  url: '',
  hour: 6,
  source: 'paid_search',
  decimal: null,
  days: null,
  spread: false,
  from: null,
  new_sources: false,
};

const leave = (): void => close(['over', 'key']);

/** @param feed undefined for a new one */
export function FeedForm({ feed }: { feed: Feed | undefined }): VNode {
  const id = feed?.feed_id;
  const { begun, save: saveMembers } = useMembers(
    feed === undefined ? { ...NO_VERSION, body: NEW_FEED } : inputOf(feed),
    {
      write: async (change) => {
        await changeFeed(id ?? '', change);
        return NO_VERSION;
      },
      readNow: () => feedNow(id ?? ''),
    },
  );
  const { reviewed, isFormer, read, change, error, isBusy } = useReading(id, begun);
  const saving = useSaving(async (form: HTMLFormElement) => {
    const input = readForm(form, reviewed, begun);
    if (id === undefined) await addFeed(input);
    else await saveMembers(input);
    leave();
  });
  const isNew = id === undefined;
  const isBlocked = isBusy || isFormer || saving.isBusy;
  return (
    <Dialog title={isNew ? 'Read a file every morning' : 'File of costs'} size="wide" onClose={leave}>
      <Form name="cost-feed" error={saving.error ?? error} onSubmit={saving.save}>
        <FileFields begun={begun} isNew={isNew} read={read} />
        <div inert={isFormer}>{reviewed !== undefined && <Rows reviewed={reviewed} change={change} />}</div>
        <DialogSubmit disabled={isBlocked || !isSavable(reviewed)}>
          {isNew ? 'Save and read every morning' : 'Save'}
        </DialogSubmit>
      </Form>
    </Dialog>
  );
}

interface FileFieldsProps {
  begun: FeedInput;
  isNew: boolean;
  read: (url: string) => void;
}

function FileFields({ begun, isNew, read }: FileFieldsProps): VNode {
  return (
    <>
      <AddressField
        label="Address of the CSV file"
        isNew={isNew}
        hint="In Google Sheets: File, Share, Publish to web, the sheet, “Comma-separated values (.csv)”."
        onInput={({ currentTarget }) => read(currentTarget.value)}
      />
      <TextField
        label="Name"
        name="/name"
        autocomplete="off"
        defaultValue={begun.name}
        placeholder="Google Ads"
      />
      <HourField name="/hour" hour={begun.hour} />
      <TextField
        label="First day"
        name="/from"
        type="date"
        defaultValue={begun.from ?? ''}
        hint="Optional. Costs before it are left alone."
      />
    </>
  );
}

/** Tells whether a file can be read, and leaves nothing open. */
function isSavable(reviewed: Reviewed | undefined): boolean {
  return reviewed?.result !== undefined && reviewed.result.questions.length === 0;
}

interface RowsProps {
  reviewed: Reviewed;
  change: ReviewProps['change'];
}

function Rows({ reviewed, change }: RowsProps): VNode {
  return (
    <>
      <Review chosen={reviewed} change={change} />
      {reviewed.refusal !== undefined && <Rewritten reviewed={reviewed} change={change} />}
    </>
  );
}

/** Offers to read a file as it is written now, in another way than before. */
function Rewritten({ reviewed: { refusal, answers }, change }: RowsProps): VNode | null {
  const kept = new Set(
    refusal?.problem.errors
      ?.flatMap(({ pointer = '' }) => pointer.slice(1))
      .filter((name) => name in answers),
  );
  if (kept.size === 0) return null;
  const others = Object.entries(answers).filter(([name]) => !kept.has(name));
  return (
    <Notice kind="warning">
      <button type="button" class="button" onClick={() => change({ answers: Object.fromEntries(others) })}>
        Read it as it is written now
      </button>
    </Notice>
  );
}

function readForm(form: HTMLFormElement, reviewed: Reviewed | undefined, begun: FeedInput): FeedInput {
  const values = valuesOf(form);
  return {
    ...begun,
    ...(reviewed === undefined ? {} : chosenOptions(reviewed)),
    name: textOf(values, '/name'),
    url: textOf(values, '/url').trim(),
    hour: Number(values['/hour']),
    from: textOf(values, '/from') || null,
  };
}
