// @vitest-environment happy-dom
/** A form that is refused says so beside each of its fields, in a person's words, keeps what was typed, and may be sent again. */
import { h } from 'preact';
import { expect, test, vi } from 'vitest';
import type { UserEvent } from '@testing-library/user-event';
import { PreviewScreen } from '../../../console/screens/preview/screen.tsx';
import { type ApiAnswers, type ApiRequest, show, typed } from '../rendered.ts';
import { READ_ANSWERS } from './refused-answers.ts';
import { FORM_TABLE, type RefusedForm } from './refused-table.ts';

/** Details of the API in the words of its validator. */
const DETAILS = [
  '"#" is required.',
  '"#": Invalid length: Expected >=1 but received 0',
  '"#": Invalid code points: Expected <=200 but received 201',
  '"#": Invalid type: Expected ("a" | "b") but received "c"',
  '"#": Invalid email: Received "x"',
];
const BY_VALIDATOR = /Invalid |Expected |received|is required|"|undefined/;
/** With the entry of a list that is typed into one field. */
const SENTENCE = /^(?:“[^”]+”: )?[A-Z].*\.$/;

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The name of the form that is tried. */
let shown = '';

const formNow = (): HTMLFormElement | null => document.querySelector(`form[name="${shown}"]`);

const namedFields = (): Field[] => [
  ...(formNow()?.querySelectorAll<Field>(
    ':is(input, select, textarea)[name^="/"]:not([readonly], :disabled)',
  ) ?? []),
];

const contentsNow = (): [string, string][] => namedFields().map(({ name, value }) => [name, value]);

/** Returns the pointers of all values in a body. */
function pointersIn(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inside = Object.entries(value).flatMap(([name, part]) => pointersIn(part, `${at}/${name}`));
  return inside.length === 0 ? [at] : inside;
}

/** Returns the places of all values that a request sends: members of the body, else parameters. */
function sentBy({ body, path }: ApiRequest): { pointer?: string; parameter?: string }[] {
  if (body instanceof Blob || body === undefined || body === null) {
    const parameters = new URLSearchParams(path.split('?')[1]);
    return [...new Set(parameters.keys())].map((parameter) => ({ parameter }));
  }
  return pointersIn(body).map((pointer) => ({ pointer }));
}

/** Refuses each value that is sent, or all of it if there is none. */
function refuse(request: ApiRequest): Response {
  const errors = sentBy(request).map((place, at) => ({
    ...place,
    code: 'invalid_parameter',
    detail: String(DETAILS[at % DETAILS.length]).replace('#', place.pointer ?? place.parameter ?? ''),
  }));
  const problem =
    errors.length === 0
      ? { code: 'in_use', status: 409, detail: 'Somebody else is working on this. Try again later.' }
      : { code: 'invalid_parameter', status: 400, detail: 'Some values are wrong; see errors.', errors };
  return Response.json({ title: 'Refused', ...problem }, { status: problem.status });
}

/** The answers for a form: those of its own, nothing to other reads, and a refusal to every other write. */
function answersFor({ answers = {}, asks }: RefusedForm, refused: ApiRequest[]): ApiAnswers {
  const refuseThis = (request: ApiRequest): Response => {
    refused.push(request);
    return refuse(request);
  };
  return new Proxy<ApiAnswers>(
    { ...READ_ANSWERS, ...answers },
    {
      get: (own, key) => {
        const request = String(key);
        const path = request.replace(/\?.*/, '');
        if (path === asks) return refuseThis;
        const rehearsal = request.includes('dry_run=true') ? own[`${path}?dry_run=true`] : undefined;
        const answer = own[request] ?? rehearsal ?? own[path];
        if (answer !== undefined || request in own) return answer ?? null;
        if (!request.startsWith('GET ')) return refuseThis;
        return request.includes('reports') ? { rows: [] } : [];
      },
    },
  );
}

/** What is more than a text. */
const BY_NAME: Readonly<Record<string, string>> = { '/domains': 'acme.example' };

/** Fills in what is empty, and changes what is chosen. @returns the names of what was filled in */
async function fill(user: UserEvent): Promise<Set<string>> {
  const filled = new Set<string>();
  for (const { name } of namedFields()) {
    // A choice may have changed the fields.
    const field = namedFields().find((now) => now.name === name);
    if (field === undefined || /checkbox|radio|color|file/.test(field.type)) continue;
    filled.add(name);
    if (field instanceof HTMLSelectElement) {
      // They may come later.
      await vi.waitUntil(() => field.options.length > 0);
      const last = [...field.options].at(-1);
      if (last !== undefined) await user.selectOptions(field, last);
    } else
      await typed(
        user,
        field,
        BY_NAME[name] ??
          TYPED[field.type] ??
          TYPED[field.inputMode] ??
          (/^\d+$/.test(field.value) ? '7' : `${field.value}x`),
      );
  }
  return filled;
}

const TYPED: Record<string, string> = {
  date: '2026-03-02',
  'datetime-local': '2090-03-02T09:00',
  time: '09:00',
  email: 'ann@example.com',
  url: 'https://example.com/',
  tel: '+1 512 555 0100',
  number: '7',
  numeric: '7',
  decimal: '7',
};

/** Returns the faults beside the field of a value. */
function faultsAt(path: string): string[] {
  const elements = formNow()?.elements;
  const field = elements?.namedItem(path) ?? elements?.namedItem(path.replace(/\/\d+$/, ''));
  if (!(field instanceof HTMLElement)) return [];
  const isMarked = field instanceof HTMLFieldSetElement || field.getAttribute('aria-invalid') === 'true';
  const notes = document.getElementById(field.getAttribute('aria-describedby') ?? '');
  return isMarked ? Array.from(notes?.querySelectorAll('.fault') ?? [], (fault) => fault.textContent) : [];
}

const FORMS = Object.entries(FORM_TABLE).flatMap(([name, row]): [string, string, RefusedForm][] => {
  if ('because' in row) return [];
  if ('form' in row) return [[name, name, row as RefusedForm]];
  return Object.entries(row).map(([part, each]) => [`${name}, ${part}`, name, each]);
});

test('a test visit that cannot be decided says so beside its fields', async () => {
  shown = 'visit';
  const answers = new Proxy<ApiAnswers>(
    {},
    { get: (_, key) => (String(key).includes('/dni/preview') ? refuse : []) },
  );
  const at = 'preview?zip=1&way=own&url=x&referrer=y';
  await show(h(PreviewScreen, {}), { at, answers, user: { role_id: 'manager' } });

  await expect.poll(() => faultsAt('/zip')).toEqual(['Fill this in.']);
  for (const path of ['/url', '/referrer']) expect(faultsAt(path)).toEqual([expect.stringMatching(SENTENCE)]);
  expect(document.body.textContent).not.toMatch(BY_VALIDATOR);
});

test('a value of a lead behind an empty one is refused at its own field', async () => {
  shown = 'lead-value';
  const row = FORM_TABLE['lead-value'] as Record<'tags', RefusedForm>;
  const { form, reach, at } = row.tags;
  const page = await show(h(form, {} as never), {
    at: String(at),
    answers: answersFor(row.tags, []),
  });
  await reach?.(page);
  await page.user.click(await page.find.findByText('Add another'));
  await page.user.type(page.find.getByLabelText('Tag 2'), 'x');
  await page.user.click(formNow()?.querySelector('[type=submit]') as Element);

  await expect.poll(() => faultsAt('/tags/1')).toEqual(['Fill this in.']);
  expect(faultsAt('/tags/0')).toEqual([]);
});

test.for(FORMS)('%s', async ([, name, row]) => {
  shown = name;
  const {
    form,
    props = {},
    before,
    reach,
    fieldOf = (path: string): string => path,
    unplaced = /^$/,
    unsent = /^$/,
    ...options
  } = row;
  before?.();
  const refused: ApiRequest[] = [];
  const page = await show(h(form, props as never), { ...options, answers: answersFor(row, refused) });
  await reach?.(page);
  await expect.poll(formNow).not.toBe(null);
  const filled = await fill(page.user);
  const contents = contentsNow();
  const button = (): HTMLButtonElement | null | undefined => formNow()?.querySelector('button[type=submit]');
  const send = async (): Promise<void> =>
    page.user.click(formNow()?.querySelector('[type=submit]') as Element);
  // What was typed may be checked first.
  await expect.poll(() => button()?.disabled).not.toBe(true);
  await send();
  await expect.poll(() => refused.length).toBe(1);
  await expect.poll(() => formNow()?.querySelector('.notice.danger')?.textContent ?? '').toMatch(/\w\.$/);

  const placesOf = sentBy(refused[0] as ApiRequest);
  const paths = placesOf.map(({ pointer, parameter = '' }) => pointer ?? `/${parameter}`);
  const placed = paths.map(fieldOf).filter((path) => !unplaced.test(path));
  await expect
    .poll(() => placed.filter((path) => !faultsAt(path).some((fault) => SENTENCE.test(fault))))
    .toEqual([]);
  const marked = new Set(placed.flatMap((path) => [path, path.replace(/\/\d+$/, '')]));
  expect([...filled].filter((field) => !marked.has(field) && !unsent.test(field))).toEqual([]);
  expect(formNow()?.textContent).not.toMatch(BY_VALIDATOR);
  expect(contentsNow()).toEqual(contents);

  await send();
  await expect.poll(() => refused.length).toBe(2);
});
