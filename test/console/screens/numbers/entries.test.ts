// @vitest-environment happy-dom
/** The forms of tracking numbers, pools, locations and sources: what is typed goes into the draft, or is refused. */
import { expect, test } from 'vitest';
import type { DniLocation } from '../../../../console/screens/numbers/dni-settings.ts';
import { location } from '../../../harness/dni-company.ts';
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

test('a location needs a name and a place, and its coordinates are degrees', async () => {
  const { find, user } = await showNumbers('locations?over=location', publishedWith());
  await user.click(await find.findByText('Add to draft'));
  await find.findAllByText('Enter a name.');
  await user.type(find.getByLabelText('Name'), 'Austin');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Enter a postal code, a city and state, or coordinates.');
  await user.type(find.getByLabelText('Latitude (optional)'), '90.5');
  await user.type(find.getByLabelText('Longitude (optional)'), '-180.5');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Enter decimal degrees from -90 to 90.');
  await typed(user, find.getByLabelText('Latitude (optional)'), '90');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Enter decimal degrees from -180 to 180.');
  await typed(user, find.getByLabelText('Longitude (optional)'), '-97.7');
  await user.type(find.getByLabelText('Serves postal codes that begin with'), '786, 787 m5v');
  await user.type(find.getByLabelText('Serves regions'), 'us-tx');
  await user.click(find.getByText('Add to draft'));
  await find.findByText('Location added in the draft.');
  expect(find.queryByText('US-TX, 786, 787, M5V')).not.toBeNull();
});

test('a location has its phones that ring and its people who answer', async () => {
  const austin = location('austin', {
    name: 'Austin',
    numbers: [{ number: '+15125550140' }],
    users: ['gone'],
  });
  const published = publishedWith({ locations: [austin as unknown as DniLocation], numbers: [] });
  const people = [
    { user_id: 'u1', name: 'Ann Lee', is_suspended: false },
    { user_id: 'u2', name: 'Bob Ray', is_suspended: false },
  ];
  const { find, user } = await showNumbers('locations?over=location&key=austin', published, {
    answers: { 'GET /users': people },
  });
  await user.click(await find.findByLabelText('Ann Lee'));
  const phones = find.getByLabelText<HTMLInputElement>('Phones that ring');
  expect(phones.value).toBe('(512) 555-0140');
  await typed(user, phones, '(512) 555-0140, nobody');
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText(/^“nobody”: This is not a phone number/);
  await typed(user, phones, '(512) 555-0140, 512 555 0141');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await find.findByText('2 people');
  await user.click(find.getByText('Publish 1 change'));
  await find.findByText('Everything is published.');

  expect(published.settings?.locations[0]).toMatchObject({
    numbers: [{ number: '+15125550140' }, '+15125550141'],
    users: ['gone', 'u1'],
  });
});

test('opening hours and special days need their times, days and time zone', async () => {
  const published = publishedWith({
    locations: [location('austin', { name: 'Austin', timezone: '' }) as unknown as DniLocation],
    numbers: [],
  });
  const { find, user } = await showNumbers('locations?over=location&key=austin', published);
  await user.click(await find.findByText('Add hours'));
  await user.selectOptions(find.getByLabelText('Days of hours 1'), 'everyday');
  await typed(user, find.getByLabelText('End of hours 1'), '');
  await user.click(find.getByText('Add a special day'));
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText('Choose a day.');
  await find.findAllByText('Enter a time.');
  await typed(user, find.getByLabelText('End of hours 1'), '18:30');
  await typed(user, find.getByLabelText('Date of special day 1'), '2026-12-24');
  await user.selectOptions(find.getByLabelText('Special day 1 is'), 'open');
  await typed(user, find.getByLabelText('End of special day 1'), '12:00');
  await user.click(find.getByText('Save to draft'));
  await find.findAllByText('Enter the time zone of the opening hours.');
  await user.selectOptions(find.getByLabelText('Time zone'), 'America/Chicago');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await find.findByText('everyday 09:00–18:30');
  await user.click(find.getByText('Publish 1 change'));
  await find.findByText('Everything is published.');

  expect(published.settings?.locations[0]).toMatchObject({
    hours: [{ duration: 10, from_time: '09:00', to_time: '18:30', day_of_week: 'everyday' }],
    special_hours: [{ date: '2026-12-24', from_time: '09:00', to_time: '12:00' }],
  });
});

test('special days of all locations are kept in order', async () => {
  const published = publishedWith({ special_hours: [{ date: '2026-12-25', closed: true }] });
  const { find, user } = await showNumbers('locations?over=special-days', published);
  await user.click(await find.findByText('Add a special day'));
  await typed(user, find.getByLabelText('Date of special day 2'), '2026-07-04');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await find.findByText('2026-07-04 closed, 2026-12-25 closed');
  await user.click(find.getByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings?.special_hours).toEqual([
    { date: '2026-07-04', closed: true },
    { date: '2026-12-25', closed: true },
  ]);
});

test('without a special day of all locations the settings have no member for them', async () => {
  const published = publishedWith({ special_hours: [{ date: '2026-12-25', closed: true }] });
  const { find, user } = await showNumbers('locations?over=special-days', published);
  await user.click(await find.findByLabelText('Remove 1 of special days'));
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings).not.toHaveProperty('special_hours');
});

test('a source needs a name and a condition, and keeps conditions that the form has no field for', async () => {
  const published = publishedWith({
    sources: [{ name: 'spring', when: { utm_campaign: 'spring*', utm_id: '7' } }],
  });
  const { find, user } = await showNumbers('sources?over=source&key=spring', published);
  await typed(user, await find.findByLabelText('UTM campaign'), '');
  await user.selectOptions(find.getByLabelText('Channel'), 'Every paid channel');
  await user.click(find.getByText('Save to draft'));
  await user.click(await find.findByText('Review and publish'));
  await user.click(await find.findByText('Publish 1 change'));
  await find.findByText('Everything is published.');
  expect(published.settings?.sources).toEqual([{ name: 'spring', when: { utm_id: '7', channel: 'paid_*' } }]);

  await user.click(find.getByText('Add a source'));
  await user.type(await find.findByLabelText('Name'), 'all');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Add at least one condition. Without one, every visit would match.');
});

test('a usual source is made with one press, is offered once, and is taken back by Undo', async () => {
  const { find, user } = await showNumbers('sources', publishedWith({ sources: [] }));
  await find.findByText(/^No sources yet\./);
  await user.click(find.getByRole('button', { name: 'Facebook' }));
  await find.findByText('Facebook added to the draft: visits from Facebook.');
  expect(find.queryByRole('button', { name: 'Facebook' })).toBeNull();
  await user.click(find.getByText('Undo', { exact: true }));
  await find.findByText(/^No sources yet\./);
  await user.click(find.getByRole('button', { name: 'Google Ads' }));
  await user.click(find.getByRole('button', { name: 'Radio' }));
  await find.findByRole('link', { name: 'Radio' });
  expect(find.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'Google Ads',
    'Radio',
  ]);
});
