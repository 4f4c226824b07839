// Shows the OpenAPI document beside this file. Nothing is asked of any other origin.
Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  baseServerURL: location.origin,
  // The tags are in the order in which one gets to know them.
  defaultOpenFirstTag: false,
  operationTitleSource: 'summary',
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve',
  modelsSectionLabel: 'Schemas',
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Programs use keys.
  authentication: { preferredSecurityScheme: 'key' },
  // Off: everything that loads from or links to services of others.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // Credentials that were tried stay in memory.
  persistAuth: false,
});
