import { expect, test } from 'vitest';
import { DIRECT, TARGET } from '../widget/site-company.ts';
import { startProject } from './project.ts';

test('Astro, by docs/install/astro.md', async () => {
  const project = await startProject({});
  project.run('npm install --no-audit astro');
  project.follow('docs/install/astro.md');
  project.write(
    'src/pages/index.astro',
    `---\nimport Layout from '../layouts/Layout.astro';\n---\n<Layout><h1>Call <a href="tel:+12125550134">${TARGET}</a></h1></Layout>`,
  );
  project.run('astro build');
  const origin = await project.serve('astro preview --port $PORT');
  const { page, errors } = await project.open(origin);

  await page.getByText(`Call ${DIRECT}`).waitFor();
  expect(await page.locator('h1 a').getAttribute('href')).toBe('tel:+14155550100');
  expect(errors).toEqual([]);
});
