/** Names that may not be put into mail and push. */
import { expect, test } from 'vitest';
import { safeName, safeTitle } from '../../../../worker/shared/mail/safe-names.ts';

test.for([
  'Your account is locked, see http://evil.example',
  'see https://evil.example/login',
  'evil.example',
  'www.evil.example',
  'WWW EVIL EXAMPLE',
  '//evil.example',
  '192.0.2.1/login',
  'mailto:eve',
  'eve@evil.example',
  // Full width, and small forms (NFKD).
  'eve＠evil．example',
  'eve﹫evil﹒example',
  'ｈｔｔｐ：／／ｅｖｉｌ．ｅｘａｍｐｌｅ',
  // Mathematical letters.
  '𝗵𝘁𝘁𝗽://𝗲𝘃𝗶𝗹',
  '𝚎𝚟𝚒𝚕.𝚎𝚡𝚊𝚖𝚙𝚕𝚎',
  // Cyrillic and Greek letters that look like Latin ones, and hosts in other scripts.
  'ехаmple.соm',
  'пример.рф',
  'παράδειγμα.ελ',
  '例え.テスト',
  'مثال.إختبار',
  // Look-alikes of the signs.
  'evil․example',
  'evil。example',
  'evil｡example',
  'evilꓸexample',
  'evil٠example',
  'http∶∕∕evil',
  'http꞉⁄⁄evil',
  'httpː⧸⧸evil',
  // Hosts of pictures.
  'Locked: 💩.la',
  'i❤.ws',
  // What nobody sees.
  'ev\u200Bil.\u200Bexample',
  'eve\u2060@\u2060evil',
  'http\u00AD:\u00AD//evil',
  'evil.\u202Eelpmaxe',
  'evil\uFE0F.ex\u0301ample',
])('%s holds an address or a link', (name) => {
  expect([safeName(name, 'instead'), safeTitle(name, 'instead')]).toEqual(['instead', 'instead']);
});

test.for(['Call +1 415 555 0100', '٠١٢٣٤٥٦', 'Ring ０１２３４５６７'])('%s holds a number', (name) => {
  expect(safeName(name, 'instead')).toBe('instead');
});

test.for([
  'Acme Plumbing',
  'A.B. Plumbing',
  'Dr. Lee',
  'St. Louis Dental, Inc.',
  'Brightwater & Sons / Denver',
  'Calls: last week',
  '24/7 Locksmith',
  '1-800-FLOWERS',
  'Müller GmbH & Co. KG',
  'Société Générale',
  '株式会社 山田',
  'ノノ花店',
  // Middle dots join words, and nothing takes them for a host.
  'ノースピーク・マーケティング・エージェンシー',
  'Col·legi de Metges',
  'Bricks • Tiles',
  'Шиномонтаж № 1',
  'شركة المياه',
  'मुंबई प्लंबर',
])('%s is a name', (name) => {
  expect([safeName(name, 'instead'), safeTitle(name, 'instead')]).toEqual([name, name]);
});

test('a report may have days in its name', () => {
  expect(safeTitle('Calls 2026-11-23 to 2026-11-29', 'instead')).toBe('Calls 2026-11-23 to 2026-11-29');
  expect(safeTitle('  ', 'instead')).toBe('instead');
});
