/** Imports leads from an Excel or CSV file: choose the file, map its columns, check the result, import. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { useFields } from '../../../api/company.ts';
import { Dialog } from '../../../components/over/dialog.tsx';
import { DialogSubmit, Form } from '../../../forms/fields.tsx';
import { FileField } from '../../../forms/file-field.tsx';
import { Notice, Waiting } from '../../../components/notice.tsx';
import { Refusal } from '../../../api/api.ts';
import { type Saving, useLatest, useSaving } from '../../../forms/saving.ts';
import { plural } from '../../../components/text/values.tsx';
import { close } from '../../../address/router.ts';
import { SHEET_FILES, useSheetFile } from '../../../forms/sheet/sheet-file.tsx';
import { ColumnTable } from '../../../forms/sheet/column-table.tsx';
import { type FileColumn, type Mapping, readColumns } from '../../../forms/sheet/columns.ts';
import { guessMapping, targetsOf } from './columns.ts';
import { Progress } from './progress.tsx';
import { type Import, Outcome } from './outcome.tsx';
import { sendFile } from './send-file.ts';

/** A file, its mapping, and the result of the dry run. */
interface Chosen {
  file: File;
  columns: FileColumn[];
  mapping: Mapping;
  rehearsal: Import | undefined;
  refusal: unknown;
}

export function ImportScreen(): VNode {
  const { data: fields = [] } = useFields();
  const [chosen, setChosen] = useState<Chosen | undefined>();
  const [running, setRunning] = useState<Import | undefined>();
  const targets = targetsOf(fields);
  const rehearse = useRehearsal(setChosen);
  const choose = useLatest(async (file: File) => {
    const columns = await readColumns(file);
    rehearse.save(file, columns, guessMapping(columns, targets));
  });
  const start = useSaving(async () => {
    if (chosen === undefined) return;
    setRunning(await sendFile(chosen.file, chosen.mapping, { dryRun: false }));
  });
  const error = choose.error ?? rehearse.error ?? start.error ?? chosen?.refusal;
  return (
    <Dialog title="Import leads" size="wide" onClose={() => close(['over'])}>
      {running !== undefined ? (
        <Progress started={running} />
      ) : (
        <Form name="import" error={error} onSubmit={() => start.save()}>
          <Choice chosen={chosen} choose={choose.save} />
          {chosen !== undefined && (
            <Review
              chosen={chosen}
              targets={targets}
              isBusy={rehearse.isBusy}
              map={(mapping) => rehearse.save(chosen.file, chosen.columns, mapping)}
            />
          )}
          <Foot count={importable(chosen)} isBusy={start.isBusy || rehearse.isBusy} />
        </Form>
      )}
    </Dialog>
  );
}

/** The place to choose a file, and its sheet. */
function Choice({ chosen, choose }: { chosen: Chosen | undefined; choose: (file: File) => void }): VNode {
  const sheet = useSheetFile(choose);
  return (
    <>
      <FileField
        label="Excel or CSV file"
        text={chosen?.file.name ?? 'Choose an Excel or CSV file, or drop it here'}
        hint={
          chosen === undefined ? 'The column names are in the first row; CSV is in UTF-8' : 'Choose another'
        }
        accept={SHEET_FILES}
        choose={sheet.choose}
      />
      {sheet.said}
    </>
  );
}

/** Runs a dry run of the import on the server, which writes nothing. */
function useRehearsal(
  setChosen: (chosen: Chosen) => void,
): Saving<[file: File, columns: FileColumn[], mapping: Mapping]> {
  const lastCheck = useRef(0);
  return useLatest(async (file: File, columns: FileColumn[], mapping: Mapping) => {
    lastCheck.current += 1;
    const check = lastCheck.current;
    // Ignores a late answer about an earlier choice.
    const show = (result: Pick<Chosen, 'rehearsal' | 'refusal'>): void => {
      if (check === lastCheck.current) setChosen({ file, columns, mapping, ...result });
    };
    show({ rehearsal: undefined, refusal: undefined });
    try {
      show({ rehearsal: await sendFile(file, mapping, { dryRun: true }), refusal: undefined });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      show({ rehearsal: undefined, refusal });
    }
  });
}

function Foot({ count, isBusy }: { count: number; isBusy: boolean }): VNode {
  return (
    <DialogSubmit disabled={isBusy || count === 0}>
      {count === 0 ? 'Import' : `Import ${plural(count, 'row')}`}
    </DialogSubmit>
  );
}

interface ReviewProps {
  chosen: Chosen;
  targets: ReturnType<typeof targetsOf>;
  isBusy: boolean;
  map: (mapping: Mapping) => void;
}

function Review({ chosen, targets, isBusy, map }: ReviewProps): VNode {
  const { columns, mapping, rehearsal } = chosen;
  return (
    <>
      {rehearsal !== undefined && <Outcome result={rehearsal} />}
      {rehearsal === undefined && isBusy && <Waiting text="Checking every row" />}
      {rehearsal === undefined && !isBusy && (
        <Notice kind="info">Choose a field for each column, so that the rows can be checked.</Notice>
      )}
      <ColumnTable columns={columns} mapping={mapping} targets={targets} map={map} />
    </>
  );
}

function importable(chosen: Chosen | undefined): number {
  const { created = 0, updated = 0 } = chosen?.rehearsal ?? {};
  return created + updated;
}
