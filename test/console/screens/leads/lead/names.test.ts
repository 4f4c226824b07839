import { expect, test } from 'vitest';
import { nameOf } from '../../../../../console/screens/leads/lead.ts';

const phones = [{ phone: '+15125550140', type: 'Work' }];
const emails = [{ email: 'ann@example.com', type: 'Work' }];

test.each([
  [{ name: 'Ann', emails, phones }, 'Ann'],
  [{ emails, phones }, 'ann@example.com'],
  [{ phones }, '(512) 555-0140'],
  [{}, 'Unnamed'],
])('a lead is called by its name, address, or phone as people write it: %o', (lead, name) => {
  expect(nameOf(lead)).toBe(name);
});
