/** Runs before each file of API tests: the Worker that they share is there. */
import { isInProcess, startShared } from './running.ts';

if (isInProcess) await startShared();
