/** `npm run build`: makes `dist/`, unless it is what would be made. */
import { fingerprintOfSources, isBuiltFrom, noteBuiltFrom } from './freshness.ts';

// Taken first: what changes while it builds is built the next time.
const sources = fingerprintOfSources();
if (isBuiltFrom(sources)) console.log('Nothing changed since dist/ was built.');
else {
  const { buildEverything } = await import('./everything.ts');
  console.log(await buildEverything((line) => console.log(line)));
  noteBuiltFrom(sources);
}
