import { expect, test } from 'vitest';
import { DIRECT, TARGET } from '../widget/site-company.ts';
import { startProject } from './project.ts';

test('Nuxt, as docs/install/nuxt.md has it', async () => {
  const project = await startProject({});
  project.run('npm install --no-audit nuxt vue vue-router');
  project.follow('docs/install/nuxt.md');
  project.run('nuxt build');
  const origin = await project.serve('node .output/server/index.mjs');
  const { page, errors } = await project.open(origin);

  await page.locator('#phone', { hasText: DIRECT }).waitFor();
  expect(await (await fetch(origin)).text()).toContain(TARGET);
  expect(errors).toEqual([]);
});
