// @vitest-environment happy-dom
/** The forms of tracking numbers and pools: what is typed goes into the draft, or is refused. */
import { expect, test } from 'vitest';
import { keptName } from '../../../../console/api/kept-work.ts';
import type { DniLocation, DniSettings } from '../../../../console/screens/draft/dni-settings.ts';
import { typed } from '../../rendered.ts';
import { publishedWith, SETTINGS, showNumbers } from './settings-server.ts';

test('a number is added to the draft once it is one, reviewed and published', async () => {
  const published = publishedWith();
  const { find, user } = await showNumbers('numbers', published);
  await user.click(await find.findByText('Add a tracking number'));
  await user.click(await find.findByText('Add to draft'));
  await find.findAllByText(/^This is not a phone number/);
  await user.type(find.getByLabelText('Tracking number'), '512 555 0177');
  await user.selectOptions(find.getByLabelText('Location'), 'Denver');
  await user.selectOptions(find.getByLabelText('Source'), 'Direct');
  await user.click(find.getByText('Add to draft'));
  await find.findByText('1 unpublished change');
  expect(published.version).toBe(3);

  await user.click(find.getByText('Review and publish'));
  await find.findByRole('heading', { name: 'Added Tracking number (512) 555-0177' });
  await user.click(find.getByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings?.numbers).toEqual([
    ...SETTINGS.numbers,
    { phone_number: '+15125550177', location_id: 'denver', source: 'direct', sms: false },
  ]);
});

test('a number is changed and taken out of the draft again by Undo', async () => {
  const published = publishedWith();
  const { find, user } = await showNumbers('numbers?over=number&key=%2B13035550101', published);
  const number = await find.findByLabelText<HTMLInputElement>('Tracking number', { selector: 'input' });
  expect(number.value).toBe('(303) 555-0101');
  await typed(user, number, '303 555 0188');
  await user.click(find.getByText('Save to draft'));
  await find.findByText('Tracking number changed in the draft.');
  await find.findByText('(303) 555-0188');
  await user.click(find.getByText('Undo'));
  await find.findByText('Everything is published.');
  expect(find.queryByText('(303) 555-0188')).toBeNull();
});

test('an entry that is no longer there says so, and a removed one leaves the draft', async () => {
  const { find, user } = await showNumbers('numbers?over=number&key=%2B13035550199', publishedWith());
  await find.findByText('“+13035550199” is no longer here.');
  await user.click(find.getByLabelText('Close'));
  await user.click(await find.findByText('(303) 555-0101'));
  await user.click(await find.findByText('Remove'));
  await find.findByText('Tracking number removed in the draft.');
  expect(find.queryByText('(303) 555-0101')).toBeNull();
});

test('a pool tells all its faults at once, and is saved with its numbers, hold, overflow and source', async () => {
  const published = publishedWith();
  const { find, user } = await showNumbers('numbers?over=pool', published);
  await user.type(await find.findByLabelText('Name'), 'google ads');
  await user.type(find.getByLabelText('Numbers'), '(800) 555-0191\nnobody');
  await typed(user, find.getByLabelText('Hold, in minutes'), '4');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText(/^Enter only letters, digits and \. _ : -/);
  await find.findAllByText(/^“nobody” is not a phone number/);
  await find.findAllByText('Write whole minutes, 5 to 1440.');
  await find.findAllByText(/^This is not a phone number/);

  await typed(user, find.getByLabelText('Name'), 'ads');
  await typed(user, find.getByLabelText('Numbers'), '(800) 555-0191\n(800) 555-0191');
  await typed(user, find.getByLabelText('Hold, in minutes'), '1440');
  await user.type(find.getByLabelText('Overflow number'), '(800) 555-0190');
  await user.selectOptions(find.getByLabelText('Source'), 'Email');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('(800) 555-0191 is listed twice.');
  await typed(user, find.getByLabelText('Numbers'), '(800) 555-0191, (800) 555-0192');
  await user.click(find.getByText('Add to draft'));
  await user.click(await find.findByText('Review and publish'));
  await find.findByRole('heading', { name: 'Added Pool ads' });
  await user.click(find.getByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings?.numbers.at(-1)).toEqual({
    pool: 'ads',
    phone_numbers: ['+18005550191', '+18005550192'],
    hold_minutes: 1440,
    overflow: '+18005550190',
    source: 'email',
    sms: false,
  });
});

test('a number of another country than the company’s stays what it is when its entry is saved', async () => {
  const published = publishedWith();
  const { find, user } = await showNumbers('numbers?over=number&key=%2B13035550101', published, {
    answers: { 'GET /settings': { default_region: 'GB' } },
  });
  const number = await find.findByLabelText<HTMLInputElement>('Tracking number', { selector: 'input' });
  // (303) 555-0101 would be read as a British number.
  expect(number.value).toBe('+1 303-555-0101');
  await user.selectOptions(find.getByLabelText('Source'), 'Direct');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText('Everything is published.');

  expect(published.settings?.numbers).toContainEqual(
    expect.objectContaining({ phone_number: '+13035550101', source: 'direct' }),
  );
});

test('a number whose location, source and printed number were removed does not become one for all', async () => {
  const removed = { location_id: 'odense', source: 'flyer', target: '+13035550199' };
  const numbers = SETTINGS.numbers.map((entry) => ({ ...entry, ...removed }));
  const published = publishedWith({ numbers });
  const { find } = await showNumbers('numbers?over=number&key=%2B13035550101', published);
  const choiceOf = async (label: string): Promise<[value: string, text: string | null | undefined]> => {
    const field = await find.findByLabelText<HTMLSelectElement>(label, { selector: 'select' });
    return [field.value, field.selectedOptions[0]?.textContent];
  };

  await expect.poll(() => choiceOf('Location')).toEqual(['odense', 'odense (removed)']);
  expect(await choiceOf('Source')).toEqual(['flyer', 'flyer (removed)']);
  expect(await choiceOf('Replaces')).toEqual(['+13035550199', '(303) 555-0199 (removed)']);
});

/** A company in the US with a branch in Denmark. */
const WITH_COPENHAGEN: DniSettings = {
  ...SETTINGS,
  locations: [
    ...SETTINGS.locations,
    { ...(SETTINGS.locations[0] as DniLocation), location_id: 'cph', name: 'Copenhagen', country: 'DK' },
  ],
};

test('numbers of a branch are read by its country, and what nobody changed stays', async () => {
  const published = publishedWith(WITH_COPENHAGEN);
  const { find, user } = await showNumbers('numbers?over=number', published);
  await user.type(await find.findByLabelText('Tracking number', { selector: 'input' }), '33 15 20 20');
  await user.selectOptions(find.getByLabelText('Location'), 'Copenhagen');
  await user.click(find.getByText('Add to draft'));
  await find.findByText('+45 33 15 20 20');

  await user.click(find.getByRole('link', { name: '(512) 555-0101' }));
  await user.selectOptions(await find.findByLabelText('Location'), 'Copenhagen');
  await user.click(find.getByText('Save to draft'));
  await find.findByText('Tracking number changed in the draft.');
  expect(find.queryByRole('link', { name: '(512) 555-0101' })).not.toBeNull();
});

test('the phones of a branch are read by the country that is chosen in its form', async () => {
  const { find, user } = await showNumbers('locations?over=location&key=austin', publishedWith());
  await user.type(await find.findByLabelText('Phones that ring'), '33 15 20 20');
  await user.selectOptions(find.getByLabelText('Country'), 'DK');
  await user.click(find.getByText('Save to draft'));
  await find.findByText('Location changed in the draft.');
  expect(localStorage.getItem(keptName('numbers'))).toContain('"numbers":["+4533152020"]');
});

test('half a date is refused at its field', async () => {
  const { find, user } = await showNumbers('locations?over=special-days', publishedWith());
  await user.click(await find.findByText('Add a special day'));
  const day = find.getByLabelText<HTMLInputElement>(/^Date of/);
  // As browsers report a field in which only the year was typed.
  Object.defineProperty(day, 'validity', { value: { badInput: true } });
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText('Fill in every part, or none.');
  expect(localStorage.getItem(keptName('numbers'))).toBeNull();
});
