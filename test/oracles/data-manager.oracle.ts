/** Documents for Google's Data Manager have its schema: its reader loses nothing of them and misses nothing. */
import { createRequire } from 'node:module';
import protobuf from 'protobufjs';
import * as serializer from 'proto3-json-serializer';
import { expect, test } from 'vitest';
import { dataManagerDocuments, REQUEST_STATUSES } from '../worker/core/conversions/examples.ts';
import { asRecorded, recordingOf } from './recording.ts';

const root = protobuf.Root.fromJSON(
  createRequire(import.meta.url)('@google-ads/datamanager/build/protos/protos.json') as protobuf.INamespace,
);
root.resolveAll();

/** The serializer has types of another version of protobufjs. */
const loaded: unknown = serializer;
const { toProto3JSON, fromProto3JSON } = loaded as {
  toProto3JSON: (message: unknown) => unknown;
  fromProto3JSON: (type: protobuf.Type, document: unknown) => unknown;
};

/** Reads a document as a message and writes it again. */
function roundTrip(type: protobuf.Type, document: unknown): unknown {
  return toProto3JSON(fromProto3JSON(type, document));
}

/** Members that Google requires and a document lacks, by path. */
function missing(of: protobuf.Type, document: Record<string, unknown>, path = ''): string[] {
  return of.fieldsArray.flatMap((field) => {
    const value = document[field.name];
    const isRequired = field.options?.['(google.api.field_behavior)'] === 'REQUIRED';
    if (value === undefined) return isRequired ? [`${path}/${field.name}`] : [];
    if (!(field.resolvedType instanceof protobuf.Type) || field.resolvedType.name === 'Timestamp') return [];
    const list = (Array.isArray(value) ? value : [value]) as Record<string, unknown>[];
    const inner = field.resolvedType;
    return list.flatMap((each) => missing(inner, each, `${path}/${field.name}`));
  });
}

/** The reader loses fractions of seconds. */
function withTimes(document: unknown): unknown {
  return JSON.parse(JSON.stringify(document).replaceAll(/(\d\d:\d\d:\d\d)(?:\.\d+)?Z/g, '$1Z'));
}

test.for(Object.entries(dataManagerDocuments()))(
  'the document for %s has the schema, with nothing lost and nothing missing',
  ([, document]) => {
    const type = root.lookupType('google.ads.datamanager.v1.IngestEventsRequest');

    // The reader drops what it does not know, so the round trip is compared.
    expect(withTimes(roundTrip(type, document))).toEqual(withTimes(document));
    expect(missing(type, document)).toEqual([]);
  },
);

test('the documents with the schema are the recorded ones', async () => {
  await expect(asRecorded(dataManagerDocuments())).toMatchFileSnapshot(recordingOf('data-manager-documents'));
});

test.for(REQUEST_STATUSES)('the status %j has the schema', ([status]) => {
  const body = { requestStatusPerDestination: [status] };
  const type = root.lookupType('google.ads.datamanager.v1.RetrieveRequestStatusResponse');

  expect(roundTrip(type, body)).toEqual(body);
});
