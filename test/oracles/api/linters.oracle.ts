/** Two linters of OpenAPI find no fault in the reference. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { openApiDocument } from '../../../build/reference/openapi.ts';

const document = openApiDocument('1.0.0');

/** A WebSocket is opened with 101 (RFC 6455). */
function isOfSocket([rule, , place]: unknown[]): boolean {
  return (
    /2xx-response|success-response/.test(String(rule)) && /\{company\}[/~1]+live\/get/.test(String(place))
  );
}

test('Redocly finds no fault in the document', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    rules: {
      // Every deployment serves the document at its own URL.
      'no-server-example.com': 'off',
      // Ids are UUIDs, so no lead is called import.
      'no-ambiguous-paths': 'off',
      'no-empty-servers': 'error',
      'operation-4xx-response': 'error',
      'no-invalid-media-type-examples': { severity: 'error', allowAdditionalProperties: true },
      'no-invalid-parameter-examples': 'error',
      'operation-parameters-unique': 'error',
      'tag-description': 'error',
    },
  });

  const problems = await lintFromString({ source: JSON.stringify(document), config });

  const found = problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer]);
  // A tap and a form are always answered 204, so that a sender of junk learns nothing.
  const isOfReports = ([rule, , pointer]: unknown[]): boolean =>
    rule === 'operation-4xx-response' && /^#\/paths\/~1dni~1(?:tap|form)~1/.test(String(pointer));
  expect(found.filter((each) => !isOfReports(each) && !isOfSocket(each))).toEqual([]);
});

test('Spectral finds no fault in the document', async () => {
  const linter = new spectral.Spectral();
  // The rules and the runner have types of two versions.
  const ruleset: unknown = {
    extends: [[rulesets.oas, 'all']],
    rules: {
      // Each deployment has another owner.
      'info-contact': 'off',
      // OpenAPI 3.1 has the identifier of a licence instead.
      'license-url': 'off',
      // Redocly checks the examples, in a tenth of the time.
      'oas3-valid-media-example': 'off',
      'oas3-valid-schema-example': 'off',
      // The tags have the order of the reference.
      'openapi-tags-alphabetical': 'off',
    },
  };
  linter.setRuleset(ruleset as RulesetDefinition);

  const problems = await linter.run(JSON.stringify(document));

  const found = problems.map(({ code, message, path }) => [code, message, path.join('/')]);
  expect(found.filter((each) => !isOfSocket(each))).toEqual([]);
});
