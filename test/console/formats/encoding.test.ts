/** CSV as programs write it: in UTF-8, in UTF-16, and in the code page of Western Europe. */
import { expect, test } from 'vitest';
import { inUtf8 } from '../../../console/formats/encoding.ts';

const TEXT = 'Avdeling;By\r\nNord;Tromsø\r\nVest;Ålesund – “K”';
const CODE_PAGE: Readonly<Record<string, number>> = { ø: 0xf8, Å: 0xc5, '–': 0x96, '“': 0x93, '”': 0x94 };

const utf16 = (isLittle: boolean): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(2 * (TEXT.length + 1));
  const view = new DataView(bytes.buffer);
  Array.from(`\uFEFF${TEXT}`, (letter, at) => view.setUint16(2 * at, letter.charCodeAt(0), isLittle));
  return bytes;
};

test.for([
  ['UTF-8', new TextEncoder().encode(TEXT)],
  ['UTF-16 of Windows', utf16(true)],
  ['UTF-16 in the other order', utf16(false)],
  ['Windows-1252', Uint8Array.from(TEXT, (letter) => CODE_PAGE[letter] ?? letter.charCodeAt(0))],
] as const)('%s is read to the same text', async ([, bytes]) => {
  const file = await inUtf8(new File([bytes], 'sheet.csv', { type: 'text/csv' }));

  expect(await file.text()).toBe(TEXT);
  expect([file.name, file.type]).toEqual(['sheet.csv', 'text/csv']);
});

test('a mark in front of UTF-8 stays, for who reads the file', async () => {
  const file = new File([`\uFEFF${TEXT}`], 'sheet.csv');

  expect(await inUtf8(file)).toBe(file);
});
