// The panel in the corner: choose who to be, and read which number that visitor gets and why.
(() => {
  const COMPANY = document.querySelector('script[data-company]').dataset.company;
  const SIGN_IN = { username: 'demo@leadline.test', password: 'leadline-demo' };

  const PLACES = {
    'Unknown place': {},
    'Austin, TX': {
      latitude: '30.27',
      longitude: '-97.74',
      postalCode: '78704',
      regionCode: 'TX',
      country: 'US',
      city: 'Austin',
    },
    'Boulder, CO': {
      latitude: '40.01',
      longitude: '-105.27',
      postalCode: '80302',
      regionCode: 'CO',
      country: 'US',
      city: 'Boulder',
    },
    'Tacoma, WA': {
      latitude: '47.25',
      longitude: '-122.44',
      postalCode: '98402',
      regionCode: 'WA',
      country: 'US',
      city: 'Tacoma',
    },
    'Evanston, IL': {
      latitude: '42.05',
      longitude: '-87.69',
      postalCode: '60201',
      regionCode: 'IL',
      country: 'US',
      city: 'Evanston',
    },
    'Brooklyn, NY': {
      latitude: '40.68',
      longitude: '-73.94',
      postalCode: '11216',
      regionCode: 'NY',
      country: 'US',
      city: 'Brooklyn',
    },
    'Toronto, Canada': {
      latitude: '43.65',
      longitude: '-79.38',
      postalCode: 'M5V 3L9',
      regionCode: 'ON',
      country: 'CA',
      city: 'Toronto',
    },
  };

  const SOURCES = {
    'Typed the address': { query: '', referrer: '' },
    'Google ad': { query: 'gclid=demo&utm_campaign=plumber', referrer: 'https://www.google.com/' },
    'Google search': { query: '', referrer: 'https://www.google.com/' },
    'Facebook post': { query: 'fbclid=demo', referrer: 'https://l.facebook.com/' },
    'Spring mailing': {
      query: 'utm_source=newsletter&utm_medium=email&utm_campaign=spring_2026',
      referrer: '',
    },
    'Radio spot': { query: 'utm_source=kutx&utm_medium=audio', referrer: '' },
    'A blog': { query: '', referrer: 'https://blog.example.net/leaks' },
  };

  const visitor = {
    ip: '203.0.113.10',
    place: 'Unknown place',
    source: 'Typed the address',
    zip: '',
    nocache: false,
    ...window.demoVisitor,
  };
  const node = (html) => new DOMParser().parseFromString(html, 'text/html').body.firstElementChild;
  const options = (names, chosen) =>
    names.map((name) => `<option${name === chosen ? ' selected' : ''}>${name}</option>`).join('');

  const host = document.body.appendChild(document.createElement('div'));
  // The panel shows numbers too; they are not the site's.
  host.dataset.leadlineSkip = '';
  const root = host.attachShadow({ mode: 'open' });
  root.append(
    node(`<section>
      <style>
        * { box-sizing: border-box; }
        section { position: fixed; right: 16px; bottom: 16px; width: 372px; max-height: calc(100vh - 100px); overflow: auto; z-index: 10; background: #fff; color: #13293d;
          border: 1px solid #b9ccd6; border-radius: 14px; box-shadow: 0 12px 40px rgb(8 40 60 / .25); font: 14px/1.45 system-ui, "Liberation Sans", sans-serif; }
        summary { cursor: pointer; padding: 12px 16px; font-weight: 700; background: #13293d; color: #fff; border-radius: 13px 13px 0 0; }
        form { display: grid; grid-template-columns: 76px 1fr; gap: 8px 10px; padding: 14px 16px 6px; align-items: center; }
        input, select { font: inherit; padding: 6px 8px; border: 1px solid #b9ccd6; border-radius: 7px; width: 100%; background: #fff; color: inherit; }
        input[type=checkbox] { width: auto; margin: 0 6px 0 0; }
        .wide { grid-column: 1 / -1; display: flex; gap: 8px; align-items: center; }
        button { font: inherit; font-weight: 600; border: 0; border-radius: 8px; padding: 8px 12px; cursor: pointer; background: #0a6c8f; color: #fff; }
        button.quiet { background: #e3eef3; color: #13293d; }
        output { display: block; padding: 6px 16px 14px; }
        dl { display: grid; grid-template-columns: 76px 1fr; gap: 4px 10px; margin: 0; }
        dt { color: #5b7486; } dd { margin: 0; }
        .number { font-size: 20px; font-weight: 700; }
        table { width: 100%; border-collapse: collapse; font-size: 12px; margin-top: 4px; } td { padding: 2px 0; } td:last-child { text-align: right; }
        .bad { color: #a11; }
      </style>
      <details open>
        <summary>Be another visitor</summary>
        <form>
          <label for="place">Where</label><select id="place">${options(Object.keys(PLACES), visitor.place)}</select>
          <label for="zip">or ZIP</label><input id="zip" placeholder="none forced" inputmode="text" size="8">
          <label for="source">Came by</label><select id="source">${options(Object.keys(SOURCES), visitor.source)}</select>
          <label for="ip">IP</label><input id="ip">
          <label class="wide"><input type="checkbox" id="nocache"> without the cache (nocache=1)</label>
          <span class="wide"><button>Visit</button><button type="button" class="quiet" id="fresh">New IP</button></span>
        </form>
        <output>Asking …</output>
      </details>
    </section>`),
  );
  const field = (id) => root.getElementById(id);
  field('zip').value = visitor.zip;
  field('ip').value = visitor.ip;
  field('nocache').checked = visitor.nocache;

  const become = (changes) => {
    const next = {
      place: field('place').value,
      source: field('source').value,
      zip: field('zip').value.trim(),
      ip: field('ip').value.trim(),
      nocache: field('nocache').checked,
      ...changes,
    };
    localStorage.setItem(
      'demo-visitor',
      JSON.stringify({ ...next, network: PLACES[next.place], ...SOURCES[next.source] }),
    );
    // A new visit: what the widget kept of the former one goes.
    // An answer that is still on its way is not kept either.
    window.leadline?.consent?.(false);
    for (const storage of [sessionStorage, localStorage]) {
      for (const key of Object.keys(storage)) if (/leadline/i.test(key)) storage.removeItem(key);
    }
    location.reload();
  };
  root.querySelector('form').addEventListener('submit', (event) => {
    event.preventDefault();
    become({});
  });
  for (const id of ['place', 'source'])
    field(id).addEventListener('change', () => become(id === 'place' ? { zip: '' } : {}));
  field('fresh').addEventListener('click', () => {
    const [a, b] = crypto.getRandomValues(new Uint8Array(2));
    become({ ip: `198.18.${a}.${b}` });
  });

  const text = (value) => String(value ?? '').replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const printed = (number) => text(number).replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
  const REASONS = {
    service_area: 'its service area covers the place',
    closest: 'the closest',
    place_unknown: 'the place is unknown, so the default',
    too_far: 'every branch is too far, so the default',
  };

  async function authorization() {
    const kept = sessionStorage.getItem('demo-token');
    if (kept) return kept;
    const response = await fetch('/auth/issue_token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(SIGN_IN),
    });
    if (!response.ok) throw new Error((await response.json()).detail);
    const basic = `Basic ${btoa(`${SIGN_IN.username}:${await response.json()}`)}`;
    sessionStorage.setItem('demo-token', basic);
    return basic;
  }

  async function explain() {
    const visitor = window.demoVisitor;
    const query = new URLSearchParams({
      url: `${location.origin}/?${visitor.query ?? ''}`,
      referrer: visitor.referrer ?? '',
      keys: visitor.query ?? '',
    });
    if (visitor.zip) query.set('zip', visitor.zip);
    const response = await fetch(`/dni/preview/${COMPANY}?${query}`, {
      headers: { Authorization: await authorization(), 'MF-CF-Blob': JSON.stringify(visitor.network ?? {}) },
    });
    if (response.status === 401) sessionStorage.removeItem('demo-token');
    const preview = await response.json();
    if (!response.ok) throw new Error(preview.detail);
    return preview;
  }

  async function show() {
    const output = root.querySelector('output');
    try {
      const preview = await explain();
      const plan = window.demoPlan;
      const shown = plan?.phone_number ?? preview.answer.phone_number;
      const kept = plan?.cache === 'hit' && plan.source !== preview.source.name;
      const place = preview.place;
      output.innerHTML = `<dl>
        <dt>Number</dt><dd class="number">${printed(shown)}</dd>
        <dt>Source</dt><dd>${text(plan?.source ?? preview.source.name)}${kept ? ' (kept for this IP from an earlier visit)' : ''}</dd>
        <dt>This visit</dt><dd>${text(preview.source.channel)}${preview.source.source ? `, ${text(preview.source.source)}` : ''}${preview.source.rule ? `, rule “${text(preview.source.rule.name)}”` : ''}</dd>
        <dt>Place</dt><dd>${place ? `${text([place.city, place.postal_code, place.region].filter(Boolean).join(', '))} (${text(place.found_by)})` : 'unknown'}</dd>
        <dt>Branch</dt><dd>${text(plan?.closest_location?.name ?? preview.answer.closest_location?.name)}: ${text(REASONS[preview.location.reason] ?? preview.location.reason)}
          <table>${preview.location.candidates.map((item) => `<tr><td>${text(item.name)}${item.open ? '' : ' (closed)'}</td><td>${item.distance_km === null ? '' : `${item.distance_km} km`}</td></tr>`).join('')}</table></dd>
        <dt>Cache</dt><dd>${text(plan?.cache ?? 'plan kept in the browser')}</dd>
      </dl>`;
    } catch (error) {
      output.innerHTML = `<p class="bad">${text(error.message)}</p>`;
    }
  }
  document.addEventListener('demo:plan', show);
  show();
})();
