/** The bundles that `global-setup.ts` writes into the folder of a run, by their entries. */
export const BUNDLES = { 'worker/index.ts': 'worker.cjs', 'test/faults/worker.ts': 'faults.cjs' } as const;

/** A module that a Worker runs. */
export type Entry = keyof typeof BUNDLES;
