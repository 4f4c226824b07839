/** Builds the forms of modules and records in answers. Pure. */
import type { ModuleEntryBody, ModuleMetaBody, RecordBody } from './reference.ts';
import type { DataRecord, ModuleRecord } from './schema.ts';

export function moduleEntryBody(module: ModuleRecord): ModuleEntryBody {
  return { display_name: module.displayName, adm_id: module.admId, type: module.type };
}

/** Returns the form of a module. The words for its records are by default the module's name, in lower case within a sentence. */
export function moduleMetaBody(module: ModuleRecord): ModuleMetaBody {
  const { displayName, i18n } = module;
  const inSentence = displayName.toLowerCase();
  return {
    ...moduleEntryBody(module),
    custom_fields: module.customFields.map(({ name, label, type, choices, ...flags }) => ({
      name,
      label,
      type,
      ...(choices === undefined ? {} : { choices }),
      is_identifier: flags.is_identifier,
      auto_generated: flags.auto_generated,
    })),
    i18n: {
      lead_title_singular: i18n.lead_title_singular ?? displayName,
      lead_sentence_singular: i18n.lead_sentence_singular ?? inSentence,
      lead_sentence_plural: i18n.lead_sentence_plural ?? inSentence,
      lead_title_plural: i18n.lead_title_plural ?? displayName,
    },
    restrictions: module.restrictions,
  };
}

/** Returns the form of a record, without values of fields that the module no longer defines. Those values stay stored. */
export function recordBody(module: ModuleRecord, record: DataRecord): RecordBody {
  const shown = module.customFields.flatMap(({ name }) => {
    const values = record.fields[name];
    return values === undefined ? [] : [[name, values] as const];
  });
  return {
    record_id: record.recordId,
    adm_id: record.admId,
    fields: Object.fromEntries(shown),
    created_time: new Date(record.createdTime).toISOString(),
    modified_time: new Date(record.modifiedTime).toISOString(),
  };
}
