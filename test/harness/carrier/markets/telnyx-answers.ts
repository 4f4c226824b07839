/** Answers in Telnyx's form. */

/** The members of a request or an entry. */
export type Fields = Readonly<Record<string, unknown>>;

/** The most entries of a page. */
const MOST_ON_PAGE = 250;

export function found(data: unknown): Response {
  return Response.json({ data });
}

export function refusal(status: number, code: string, title: string): Response {
  return Response.json({ errors: [{ code, title, detail: title }] }, { status });
}

/** Answers with a page of a list; undefined if the page is larger than Telnyx allows. */
export function pageOf(all: readonly object[], query: URLSearchParams, most: number): Response | undefined {
  const [wanted, page] = [Number(query.get('page[size]') ?? 20), Number(query.get('page[number]') ?? 1)];
  if (!(wanted >= 1 && wanted <= MOST_ON_PAGE)) return undefined;
  const size = Math.min(wanted, most);
  const data = all.slice((page - 1) * size, page * size);
  const total_pages = Math.max(1, Math.ceil(all.length / size));
  return Response.json({
    data,
    meta: { page_number: page, page_size: size, total_pages, total_results: all.length },
  });
}
