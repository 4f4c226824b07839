// @vitest-environment happy-dom
/** The company's own name and logo: refused, saved, taken back, and told when two super admins change them. */
import { h } from 'preact';
import { expect, test } from 'vitest';
import type { BrandBody } from '../../../../worker/core/company/brand/reference.ts';
import { CompanyScreen } from '../../../../console/screens/company/screen.tsx';
import { user as signedIn } from '../../../../console/api/user.ts';
import { type ApiAnswers, refusal, show, type Shown, typed } from '../../rendered.ts';
import { answersAt, changeMeanwhile, kept, type Kept } from './kept-settings.ts';

const LOGO = { version: 'v1', width: 24, height: 24, bytes: 100 } as unknown as BrandBody['logo'];
const PNG = new File(['png'], 'logo.png', { type: 'image/png' });

function showBrand(document: Kept<BrandBody>, answers: ApiAnswers = {}): Promise<Shown> {
  return show(h(CompanyScreen, {}), {
    at: 'company/brand',
    answers: {
      ...answersAt('/brand', document),
      'GET /brand/logo': () => new Response('former', { headers: { 'Content-Type': 'image/png' } }),
      ...answers,
    },
  });
}

test('the looks show the name that is typed; it is saved, shown in the frame, and taken back', async () => {
  const document = kept<BrandBody>({ name: null, logo: null });
  const { find, user } = await showBrand(document);
  const looks = (): string[] =>
    [...globalThis.document.querySelectorAll('.looks .brand')].map(({ textContent }) => textContent.trim());
  await find.findByLabelText('Name');
  expect(looks()).toEqual(['Leadline', 'Leadline']);
  await user.type(find.getByLabelText('Name'), ' Northpeak ');
  expect(looks()).toEqual(['Northpeak', 'Northpeak']);
  await user.click(find.getByText('Save the name'));
  await find.findByText('Name saved.');
  expect(document.body.name).toBe('Northpeak');
  expect(signedIn.value?.brand?.name).toBe('Northpeak');
  await user.click(find.getByText('Undo'));
  await expect.poll(() => document.body.name).toBeNull();
  await expect.poll(() => signedIn.value?.brand?.name).toBeNull();
});

test('another name of somebody else is told before it is overwritten, a logo disturbs nobody', async () => {
  const document = kept<BrandBody>({ name: null, logo: null });
  const { find, user } = await showBrand(document);
  await user.type(await find.findByLabelText('Name'), 'Mine');
  changeMeanwhile(document, { name: null, logo: LOGO });
  await user.click(find.getByText('Save the name'));
  await find.findByText('Name saved.');
  expect(document.body).toEqual({ name: 'Mine', logo: undefined });

  changeMeanwhile(document, { name: 'Theirs', logo: LOGO });
  await typed(user, find.getByLabelText('Name'), 'Mine again');
  await user.click(find.getByText('Save the name'));
  await find.findAllByText(/It now says: Theirs\./);
  expect(document.body.name).toBe('Theirs');
  await user.click(find.getByText('Save the name'));
  await expect.poll(() => document.body.name).toBe('Mine again');
});

test('a file that is too large is not sent; what the server refuses says why, and may be tried again', async () => {
  const document = kept<BrandBody>({ name: null, logo: LOGO });
  const answers = [
    refusal(400, 'invalid', 'This is an SVG.'),
    refusal(400, 'invalid', 'This is an SVG.'),
    Response.json({ name: null, logo: LOGO }),
  ];
  const { find, user, requests } = await showBrand(document, {
    'PUT /brand/logo': () => answers.shift() ?? {},
  });
  const puts = (): number => requests.filter(({ method }) => method === 'PUT').length;
  const input = await find.findByLabelText('Logo', { selector: 'input' });
  await user.upload(input, new File([new Uint8Array(100_001)], 'big.png', { type: 'image/png' }));
  await find.findByText('This file has 101 kB. A logo may have 100.');
  expect(puts()).toBe(0);
  await user.upload(input, PNG);
  await find.findByText('This is an SVG.');
  await user.upload(input, PNG);
  await expect.poll(puts).toBe(2);
  await find.findByText('This is an SVG.');
  await user.upload(input, PNG);
  await find.findByText('Logo saved.');
  expect(find.queryByText('This is an SVG.')).toBeNull();
});

test('a logo is removed, the choice of another has the focus, and Undo puts the former one back', async () => {
  const document = kept<BrandBody>({ name: null, logo: LOGO });
  const { find, user, requests } = await showBrand(document, {
    'DELETE /brand/logo': { name: null, logo: null },
    'PUT /brand/logo': { name: null, logo: LOGO },
  });
  await user.click(await find.findByText('Remove the logo'));
  await find.findByText('Logo removed.');
  expect(find.queryByText('Remove the logo')).toBeNull();
  expect(globalThis.document.activeElement?.getAttribute('type')).toBe('file');
  await user.click(find.getByText('Undo'));
  await find.findByText('Remove the logo');
  const back = requests.find(({ method }) => method === 'PUT')?.body;
  expect(await (back as File).text()).toBe('former');
});
