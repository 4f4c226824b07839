// Lets the demo pretend to be another visitor. It changes what the widget's one request says about the network and the
// source, on its way out of this page. A real site has nothing of the kind: there, Cloudflare says who asks.
(() => {
  const STORE = 'demo-visitor';
  const unknown = { ip: '203.0.113.10', network: {}, query: '', referrer: '' };
  const visitor = { ...unknown, ...JSON.parse(localStorage.getItem(STORE) ?? '{}') };
  const send = window.fetch.bind(window);
  window.demoVisitor = visitor;
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    if (!url.pathname.startsWith('/dni/swap/')) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set('MF-CF-Blob', JSON.stringify(visitor.network));
    headers.set('CF-Connecting-IP', visitor.ip);
    if (visitor.zip) url.searchParams.set('zip', visitor.zip);
    if (visitor.nocache) url.searchParams.set('nocache', '1');
    const body = JSON.parse(init?.body ?? '{}');
    body.referrer = visitor.referrer;
    body.keys = visitor.query;
    body.url = `${location.origin}${location.pathname}?${visitor.query}`;
    const answer = send(url, { ...init, headers, body: JSON.stringify(body) });
    answer.then(
      async (response) => {
        const plan = await response.clone().json();
        window.demoPlan = { ...plan, cache: response.headers.get('Leadline-Cache') };
        document.dispatchEvent(new Event('demo:plan'));
      },
      () => {},
    );
    return answer;
  };
})();
