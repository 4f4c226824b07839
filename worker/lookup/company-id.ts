const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The company's id in the form that names its Durable Object and its keys, or undefined when `text` is no UUID. */
export function parseCompanyId(text: string | undefined): string | undefined {
  return text !== undefined && UUID.test(text) ? text.toLowerCase() : undefined;
}
