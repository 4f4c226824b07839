/** `npm run build`: makes `dist/`, unless it is up to date. */
import { fingerprintOfSources, isBuiltFrom, noteBuiltFrom } from './freshness.ts';

// Taken first, so that changes during the build cause another build.
const sources = fingerprintOfSources();
if (isBuiltFrom(sources)) console.log('dist/ is up to date.');
else {
  const { buildEverything } = await import('./everything.ts');
  console.log(await buildEverything((line) => console.log(line)));
  noteBuiltFrom(sources);
}
