import { expect, test } from 'vitest';
import { codeBlocks } from '../harness/documents.ts';
import { DIRECT } from '../widget/site-company.ts';
import { type Project, startProject } from './project.ts';

const DOCUMENT = 'docs/install/vite.md';
const PAGE = '<!doctype html><title>Site</title><div id="root"></div><div id="app"></div>';

/** The files of the document for one framework, and its commands. */
function follow(project: Project, files: readonly string[]): void {
  for (const { language, file, code } of codeBlocks(DOCUMENT)) {
    if (files.includes(file)) project.write(file, code);
    else if (language === 'sh') project.command(code);
  }
}

test.for([
  ['React', 'react react-dom @vitejs/plugin-react', 'react', ['src/main.jsx']],
  ['Vue', 'vue @vitejs/plugin-vue', 'vue', ['src/main.js', 'src/App.vue']],
] as const)('%s with Vite, by docs/install/vite.md', async ([, packages, plugin, files]) => {
  const project = await startProject({});
  project.run(`npm install --no-audit vite ${packages}`);
  follow(project, files);
  project.write('index.html', `${PAGE}<script type="module" src="/${files[0]}"></script>`);
  project.write(
    'vite.config.js',
    `import plugin from '@vitejs/plugin-${plugin}'; export default { plugins: [plugin()] };`,
  );
  project.run('vite build');
  const origin = await project.serve('vite preview --port $PORT');
  const { page, errors } = await project.open(origin);

  await page.locator('#phone', { hasText: DIRECT }).waitFor();
  expect(await page.locator('#phone a').getAttribute('href')).toBe('tel:+14155550100');
  expect(project.run(`npm ls --all --parseable ${plugin} | sort -u | wc -l`).trim()).toBe('1');
  expect(errors).toEqual([]);
});
