// @vitest-environment happy-dom
/** The menus of the phone settings: made key by key, chosen among the rules, removed, merged. */
import { describe, expect, test } from 'vitest';
import {
  changesOf,
  mergePhone,
  NO_PHONE_SETTINGS,
  type PhoneSettings,
} from '../../../../console/screens/phone/phone-settings.ts';
import { newMenuId } from '../../../../console/screens/phone/menus/key-rows.ts';
import { partName } from '../../../../console/screens/phone/rule-words.ts';
import { typed } from '../../rendered.ts';
import { ANN, keptWith, NAMES, showPhone } from './kept-phone.ts';

describe('a menu', () => {
  const MAIN: PhoneSettings['menus'][string] = {
    name: 'Main menu',
    greeting: 'For sales press 1.',
    keys: { '1': { label: 'Sales', ring: [{ user_id: ANN }] } },
    default: { voicemail: true },
    closed_menu: null,
  };

  test('gets an id like its name, of which further ones count from 2', () => {
    const settings = (...ids: string[]): PhoneSettings => ({
      ...NO_PHONE_SETTINGS,
      menus: Object.fromEntries(ids.map((id) => [id, MAIN])),
    });

    expect(newMenuId('Büro Süd!', settings())).toBe('menu-bu-ro-su-d');
    expect(newMenuId('Sales', settings('menu-service'))).toBe('menu-sales');
    expect(newMenuId('Sales', settings('menu-sales'))).toBe('menu-sales-2');
    expect(newMenuId('Sales', settings('menu-sales', 'menu-sales-2'))).toBe('menu-sales-3');
    expect(newMenuId('', settings())).toBe('menu');
  });

  test('is made key by key, without what it misses, and published with the rest', async () => {
    const kept = keptWith();
    const { find, user } = await showPhone('?over=menu', kept);
    await user.click(await find.findByText('Save to draft'));
    await find.findAllByText('Give the menu a name.');
    await find.findAllByText('Write what callers hear.');

    await typed(user, find.getByLabelText('Name'), 'Front desk');
    await typed(user, find.getByLabelText('What callers hear'), 'For sales press 1, for service 2.');
    await typed(user, find.getByLabelText('Key 1: name'), 'Sales');
    await user.selectOptions(find.getByLabelText('Key 1: what it does'), 'rings these people and phones');
    await user.selectOptions(await find.findByLabelText('Person 1'), 'Ann Lee');
    await user.click(find.getByText('Add a key'));
    await user.selectOptions(find.getByLabelText('Key 2: what it does'), 'leads to another menu');
    await user.click(find.getByText('Save to draft'));
    await find.findAllByText('Choose a menu.');
    await user.selectOptions(
      find.getByLabelText('Key 2: what it does'),
      'asks for the postal code and rings the closest location',
    );
    await typed(user, find.getByLabelText('Key 2: what is spoken'), 'Your ZIP code, please.');
    await user.selectOptions(
      find.getByLabelText('No key, or a wrong one: what it does'),
      'takes a voicemail',
    );
    await user.click(find.getByText('Save to draft'));
    await find.findByText('The menu Front desk changed in the draft.');
    await find.findByText(
      '1 Sales: Ann Lee; 2: the location closest to the postal code; otherwise: voicemail',
    );
    await user.click(find.getByText('Review and publish'));
    await find.findByText('Menu Front desk');
    await user.click(find.getByText('Publish 1 change'));
    await find.findByText('Published. The next call rings by these rules.');
    expect(kept.settings.menus).toEqual({
      'menu-front-desk': {
        name: 'Front desk',
        greeting: 'For sales press 1, for service 2.',
        keys: {
          '1': { label: 'Sales', ring: [{ user_id: ANN }] },
          '2': { postal_code: 'Your ZIP code, please.' },
        },
        default: { voicemail: true },
        closed_menu: null,
      },
    });
  });

  test('may not lead back to itself, which is said at the key', async () => {
    const night = { ...MAIN, name: 'Night', keys: { '1': { menu_id: 'main' } } };
    const { find, user } = await showPhone('?over=menu&key=main', keptWith({ menus: { main: MAIN, night } }));
    await user.selectOptions(await find.findByLabelText('Key 1: what it does'), 'leads to another menu');
    await user.selectOptions(find.getByLabelText('Key 1: where'), 'Night');
    await user.click(find.getByText('Save to draft'));
    await find.findAllByText(/^This menu leads back here/);
    expect(find.getByLabelText('Key 1: where').getAttribute('aria-invalid')).toBe('true');
  });

  test('is chosen among the rules, and removed with Undo', async () => {
    const kept = keptWith({ menus: { main: MAIN } });
    const { find, user } = await showPhone('?over=rules&key=defaults', kept);
    await user.selectOptions(await find.findByLabelText('Answered by a menu'), 'Main menu');
    await user.click(find.getByText('Save to draft'));
    await find.findByText(/Answered by a menu: Main menu/);
    await user.click(find.getByText('Main menu'));
    await user.click(await find.findByText('Remove the menu'));
    await find.findByText('The menu Main menu removed in the draft.');
    await find.findByText(/Answered by a menu: a removed menu/);
    await user.click(find.getAllByText('Undo').at(-1)!);
    expect(await find.findByText(/Answered by a menu: Main menu/)).not.toBeNull();
  });

  test('that two people change is merged as a whole', () => {
    const base = { ...NO_PHONE_SETTINGS, menus: { main: MAIN } };
    const mine = { ...base, menus: { main: { ...MAIN, greeting: 'Mine.' } } };
    const theirs = { ...base, menus: { main: { ...MAIN, greeting: 'Theirs.' }, other: MAIN } };

    expect(mergePhone(base, mine, theirs)).toEqual({
      settings: { ...base, menus: { main: mine.menus.main, other: MAIN } },
      conflicts: [{ part: { menu: 'main' }, theirs: theirs.menus.main }],
    });
    expect(changesOf(base, mine).map(({ part }) => partName(part, NAMES))).toEqual(['Menu Main menu']);
  });
});
