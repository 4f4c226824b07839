/** Links that call, text or chat get the new number in the same spelling; others stay. */
import { expect, test } from 'vitest';
import { swap, swapperOf } from './texts.ts';

const US = swap('+12125550134', '+14155550199');
const TEXTS = swap('+12125550134', '+14155550199', true);
const UK = swap('+442079460100', '+442079460999', true);
const US_TO_UK = swap('+12125550134', '+442079460100', true);

test.for([
  [US, 'tel:+12125550134', 'tel:+14155550199'],
  [US, 'tel:2125550134', 'tel:4155550199'],
  [US, 'TEL:+1-212-555-0134', 'TEL:+1-415-555-0199'],
  [US, '  tel:+12125550134', '  tel:+14155550199'],
  [US, 'tel://+12125550134', 'tel://+14155550199'],
  [US, 'tel:%2B1%20(212)%20555-0134', 'tel:%2B1%20(415)%20555-0199'],
  [US, 'tel:+1 (212) 555-0134', 'tel:+1 (415) 555-0199'],
  [US, 'tel:+12125550134;ext=55', 'tel:+14155550199;ext=55'],
  [US, 'tel:+12125550134,,55', 'tel:+14155550199,,55'],
  [US, 'callto:+12125550134', 'callto:+14155550199'],
  [US, 'facetime:+12125550134', 'facetime:+14155550199'],
  [US, 'facetime-audio:2125550134', 'facetime-audio:4155550199'],
  [TEXTS, 'sms:+12125550134?body=Hi', 'sms:+14155550199?body=Hi'],
  [TEXTS, 'https://wa.me/12125550134?text=Hi%20you', 'https://wa.me/14155550199?text=Hi%20you'],
  [TEXTS, 'whatsapp://send?phone=12125550134&text=a', 'whatsapp://send?phone=14155550199&text=a'],
  [
    TEXTS,
    'https://api.whatsapp.com/send?phone=%2B12125550134',
    'https://api.whatsapp.com/send?phone=%2B14155550199',
  ],
  [US, 'skype:+12125550134?call', 'skype:+14155550199?call'],
  [TEXTS, 'viber://chat?number=%2B12125550134', 'viber://chat?number=%2B14155550199'],
  [TEXTS, 'viber://add?number=12125550134', 'viber://add?number=14155550199'],
  [TEXTS, 'https://t.me/+12125550134', 'https://t.me/+14155550199'],
  [TEXTS, 'https://signal.me/#p/+12125550134', 'https://signal.me/#p/+14155550199'],
  [UK, 'tel:02079460100', 'tel:02079460999'],
  [UK, 'tel:+44(0)2079460100', 'tel:+44(0)2079460999'],
  [US_TO_UK, 'tel:2125550134', 'tel:+442079460100'],
  [US_TO_UK, 'https://wa.me/12125550134', 'https://wa.me/442079460100'],
] as const)('%$ the link %s becomes %s', ([swap, before, after]) => {
  expect(swapperOf(swap).link(before)).toBe(after);
});

test.for([
  ['sms:+12125550134', 'the new number takes no messages'],
  ['https://wa.me/12125550134', 'the new number takes no messages'],
  ['viber://chat?number=%2B12125550134', 'the new number takes no messages'],
  ['https://example.com/?tel:2125550134', 'it is an ordinary link'],
  ['/contact/2125550134', 'it is an ordinary link'],
  ['tel:+442125550134', 'it is a number of another country'],
  ['tel:+121255501345', 'it is a longer number'],
  ['tel:%E0%A4%A', 'it cannot be decoded'],
])('the link %s stays because %s', ([href = '']) => {
  expect(swapperOf(US).link(href)).toBe(href);
});

test.for([
  'https://t.me/acme2125550134',
  'https://t.me.example.com/2125550134',
  'https://t.media/#!2125550134',
])('the link %s has no number, even if the new one accepts messages', (href) => {
  expect(swapperOf(TEXTS).link(href)).toBe(href);
});
