import { expect, test } from 'vitest';
import { DIRECT, TARGET } from '../widget/site-company.ts';
import { startProject } from './project.ts';

test('Next.js with the app router, by docs/install/nextjs.md', async () => {
  const project = await startProject({});
  project.run('npm install --no-audit next react react-dom typescript@5 @types/react @types/node');
  project.follow('docs/install/nextjs.md');
  project.write(
    'app/page.tsx',
    `import Link from 'next/link';
    import { Phone } from './phone';
    import { Counter } from './counter';
    export default function Home() {
      return <main><h1>Call <a href="tel:+12125550134">${TARGET}</a></h1><Phone /><Counter /><Link href="/contact">Contact</Link></main>;
    }`,
  );
  project.write(
    'app/counter.tsx',
    `'use client';
    import { useState } from 'react';
    export function Counter() {
      const [count, setCount] = useState(0);
      return <button onClick={() => setCount(count + 1)}>{count} calls to ${TARGET}</button>;
    }`,
  );
  project.write(
    'app/contact/page.tsx',
    `export default function Contact() { return <h1>Ring ${TARGET}</h1>; }`,
  );
  project.run('next build');
  const origin = await project.serve('next start -p $PORT');
  const { page, errors } = await project.open(origin);

  await page.getByText(`Call ${DIRECT}`, { exact: true }).first().waitFor();
  expect(await page.locator('h1 a').getAttribute('href')).toBe('tel:+14155550100');
  expect(await page.locator('p').innerText()).toBe(`Call ${DIRECT}`);
  await page.getByRole('button').click();
  await page.getByText(`1 calls to ${DIRECT}`).waitFor();
  await page.getByRole('link', { name: 'Contact' }).click();
  await page.getByRole('heading', { name: `Ring ${DIRECT}` }).waitFor();
  expect(await (await fetch(origin)).text()).toContain(TARGET);
  expect(errors).toEqual([]);
});
