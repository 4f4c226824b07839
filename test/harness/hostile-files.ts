/** Files that would run a script if a browser trusted their content or their declared type. */
import { startServer } from './own-worker.ts';

/** The script: when it runs it changes the page's title and requests `/ran`. */
const SCRIPT = `document.title = 'ran'; new Image().src = '/ran';`;
const HTML = `<!doctype html><title>file</title><script>${SCRIPT}</script>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg"><script>${SCRIPT}</script></svg>`;
const XHTML = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><script>${SCRIPT}</script></html>`;

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');

/** The files by kind. */
export const HOSTILE_FILES: Record<string, Buffer> = {
  html: bytes(HTML),
  'html after blanks': bytes(` \r\n\t${' '.repeat(600)}${HTML}`),
  'html with a byte order mark': bytes(`\xEF\xBB\xBF${HTML}`),
  'html in UTF-16': Buffer.concat([bytes('\xFF\xFE'), Buffer.from(HTML, 'utf16le')]),
  svg: bytes(SVG),
  xhtml: bytes(XHTML),
  'a style sheet in XML': bytes(
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#s"?><a>${XHTML}</a>`,
  ),
  script: bytes(SCRIPT),
  pdf: bytes(`%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj`),
  mhtml: bytes(`From: a\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${HTML}`),
  'a picture of another kind': bytes(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${HTML}`),
  'half a PNG': bytes(`\x89PNG${HTML}`),
  nothing: bytes(''),
  'one byte': bytes('<'),
};

/** Files that begin like another type, and are also HTML or a script. */
export const POLYGLOTS: Record<string, { file: Buffer; type: string }> = {
  gif: { file: bytes(`GIF89a/*${HTML}*/=1;${SCRIPT}`), type: 'image/gif' },
  jpeg: { file: bytes(`\xFF\xD8\xFF\xE0${HTML}`), type: 'image/jpeg' },
  png: { file: bytes(`\x89PNG\r\n\x1A\n${HTML}`), type: 'image/png' },
  webp: { file: bytes(`RIFF/*/*WEBPVP8 */${HTML}`), type: 'image/webp' },
  mp3: { file: bytes(`ID3\x04\0\0${HTML}`), type: 'audio/mpeg' },
  wav: { file: bytes(`RIFF=1/*WAVE*/;${SCRIPT}${HTML}`), type: 'audio/wav' },
  mp4: { file: bytes(`\0\0\0\x18ftypisom${HTML}`), type: 'video/mp4' },
};

/** Types that a sender may claim. */
export const CLAIMS: readonly (string | undefined)[] = [
  'image/jpeg',
  'text/html; charset=utf-8',
  'image/svg+xml',
  'application/xhtml+xml',
  'audio/page+xml',
  'video/x+xml; charset=utf-7',
  'text/xml',
  'text/javascript',
  'application/pdf',
  'multipart/x-mixed-replace; boundary=a',
  'image/png, text/html',
  '*/*',
  undefined,
];

/** A server that answers with `sent`, or with the requested range of it. */
export interface HostileServer {
  url: string;
  sent: { file: Buffer; claim: string | undefined };
}

/** Starts a server that ends with the tests of the file, or with the current test. */
export async function startHostileServer(end: (close: () => Promise<void>) => void): Promise<HostileServer> {
  const server: HostileServer = { url: '', sent: { file: bytes(HTML), claim: 'text/html' } };
  const { url, close } = await startServer((request, response) => {
    const { file, claim } = server.sent;
    const [, from = '0', to] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const headers: Record<string, string> = claim === undefined ? {} : { 'Content-Type': claim };
    // Cookies ignore ports: a cookie of its own pages would end the session of the test.
    if (/^\/(?:media|recording)$/.test(request.url ?? '')) headers['Set-Cookie'] = 'leadline=theirs';
    headers['Content-Disposition'] = 'inline';
    if (to === undefined) {
      response.writeHead(200, headers).end(file);
      return;
    }
    const part = file.subarray(Number(from), to === '' ? file.length : Number(to) + 1);
    headers['Content-Range'] = `bytes ${from}-${Number(from) + part.length - 1}/${file.length}`;
    response.writeHead(206, headers).end(part);
  });
  end(close);
  server.url = url;
  return server;
}
