/** What the edge uses of reports. */
export { DIMENSIONS, METRIC_NAMES, MODELS } from './counting/definitions.ts';
