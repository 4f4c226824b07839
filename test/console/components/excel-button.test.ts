// @vitest-environment happy-dom
/** An export is offered as an Excel file: made in a worker, saved under its name, and refusals are said. */
import { h } from 'preact';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ExcelButton, fetchExport } from '../../../console/components/parts/excel-button.tsx';
import { readWorkbook, type Sheet } from '../../../console/formats/workbook/read-workbook.ts';
import { refusal, show, type Shown } from '../rendered.ts';
import { provideWorkers } from '../small-worker.ts';

/** Collects what is saved until the test has finished. */
function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = [];
  const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved.push({ name: '', file: file as Blob });
    return 'blob:file';
  });
  const press = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    Object.assign(saved.at(-1) ?? {}, { name: this.download });
  });
  onTestFinished(() => {
    create.mockRestore();
    press.mockRestore();
  });
  return saved;
}

const sheetsOf = async (file: Blob | undefined): Promise<Sheet[]> =>
  readWorkbook(new Uint8Array((await file?.arrayBuffer()) ?? []));

const showButton = (answer: object | string): Promise<Shown> =>
  show(h(ExcelButton, { name: 'calls', csv: () => fetchExport('/console/api/calls/export.csv') }), {
    answers: { 'GET /calls/export.csv': () => answer },
  });

test('an export becomes a workbook of the same rows', async () => {
  const workers = provideWorkers();
  const saved = savedFiles();
  const { find, user } = await showButton(new Response("from,talk_seconds\r\n'+15125550123,95\r\n"));
  await user.click(find.getByRole('button', { name: 'Excel' }));
  await vi.waitUntil(() => saved.length > 0);

  expect(saved[0]?.name).toBe('calls.xlsx');
  expect(await sheetsOf(saved[0]?.file)).toMatchObject([
    { name: 'calls', text: 'from,talk_seconds\r\n+15125550123,95\r\n' },
  ]);
  await find.findByRole('button', { name: 'Excel' });
  expect(workers.running).toBe(0);
});

test('a refused export is said, saves nothing and can be tried again', async () => {
  provideWorkers();
  const saved = savedFiles();
  const { find, user } = await showButton(refusal(403, 'forbidden', 'You may not export calls.'));
  await user.click(find.getByRole('button', { name: 'Excel' }));
  await find.findByText('You may not export calls.');

  expect(saved).toEqual([]);
  expect(find.getByRole('button', { name: 'Excel' }).getAttribute('aria-disabled')).toBe('false');
});

test('a program for Excel files that cannot be loaded is said', async () => {
  provideWorkers('broken');
  const { find, user } = await showButton(new Response('a\r\n'));
  await user.click(find.getByRole('button', { name: 'Excel' }));

  expect(
    (await find.findByText(/^The program for Excel files could not be loaded/)).closest('.toast'),
  ).not.toBeNull();
});
