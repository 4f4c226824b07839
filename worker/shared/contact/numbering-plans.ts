/** The numbering plans from the file of bytes beside the script, in the place of libphonenumber's own module. Pure. */
import type { MetadataJson } from 'libphonenumber-js/core';
import table from '../../../dist/tables/numbering-plans.bin';

export default JSON.parse(new TextDecoder().decode(table)) as MetadataJson;
