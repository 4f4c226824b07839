// Shows the OpenAPI document beside this file, without requests to other origins.
Scalar.createApiReference('#reference', {
  url: 'openapi.json',
  baseServerURL: location.origin,
  // The tags keep the order of the document.
  defaultOpenFirstTag: false,
  operationTitleSource: 'summary',
  orderRequiredPropertiesFirst: true,
  orderSchemaPropertiesBy: 'preserve',
  modelsSectionLabel: 'Schemas',
  documentDownloadType: 'direct',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // Programs use keys.
  authentication: { preferredSecurityScheme: 'key' },
  // Off: everything that loads from or links to other services.
  withDefaultFonts: false,
  telemetry: false,
  hideClientButton: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  // Credentials are kept in memory only.
  persistAuth: false,
});
