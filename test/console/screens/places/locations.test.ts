// @vitest-environment happy-dom
/** The forms of locations and special days: what is typed goes into the draft, or is refused. */
import { expect, test, vi } from 'vitest';
import type { DniLocation } from '../../../../console/screens/draft/dni-settings.ts';
import { zoneOfCountry } from '../../../../console/screens/places/zone-of-country.ts';
import { location } from '../../../harness/dni-company.ts';
import { typed } from '../../rendered.ts';
import { publishedWith, showNumbers } from '../numbers/settings-server.ts';

test('a location needs a name and a place, and its coordinates are degrees', async () => {
  const { find, user } = await showNumbers('locations?over=location', publishedWith());
  await user.click(await find.findByText('Add to draft'));
  await find.findAllByText('Enter a name.');
  await user.type(find.getByLabelText('Name'), 'Austin');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Enter a US or Canadian postal code, a city, or coordinates.');
  await user.type(find.getByLabelText('Latitude'), '90.5');
  await user.type(find.getByLabelText('Longitude'), '-180.5');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Enter decimal degrees from -90 to 90.');
  await typed(user, find.getByLabelText('Latitude'), '90');
  await user.click(find.getByText('Add to draft'));
  await find.findAllByText('Enter decimal degrees from -180 to 180.');
  await typed(user, find.getByLabelText('Longitude'), '-97.7');
  await user.type(find.getByLabelText('Serves postal codes that begin with'), '786, 787 m5v');
  await user.type(find.getByLabelText('Serves regions'), 'us-tx');
  await user.click(find.getByText('Add to draft'));
  await find.findByText('Location added in the draft.');
  expect(find.queryByText('US-TX, 786, 787, M5V')).not.toBeNull();
});

test('the time zone follows the country that is chosen, until one is chosen', async () => {
  const { find, user } = await showNumbers('locations?over=location', publishedWith());
  const zone = await find.findByLabelText<HTMLSelectElement>('Time zone');
  const proposed = zone.value;
  await user.selectOptions(find.getByLabelText('Country'), 'DK');
  await vi.waitFor(() => expect(zone.value).toBe('Europe/Copenhagen'));
  // In Spain, the clocks of the Canaries show another time.
  await user.selectOptions(find.getByLabelText('Country'), 'ES');
  await vi.waitFor(() => expect(zone.value).toBe(proposed));
  await user.selectOptions(zone, 'Africa/Ceuta');
  await user.selectOptions(find.getByLabelText('Country'), 'DK');
  await user.type(find.getByLabelText('Name'), 'Ceuta');

  expect(zone.value).toBe('Africa/Ceuta');
});

test.for([
  ['NO', 'Europe/Oslo'],
  // Büsingen’s clocks show the same.
  ['DE', 'Europe/Berlin'],
  ['US', ''],
  ['', ''],
  ['no country', ''],
])('the zone of %s: %s', ([country, zone]) => {
  expect(zoneOfCountry(country ?? '')).toBe(zone);
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
