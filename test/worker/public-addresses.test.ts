import { expect, test } from 'vitest';
import { faultOfAddress } from '../../worker/shared/http/public-addresses.ts';

test.each([
  'https://hooks.example.com/leads?key=1',
  'https://203-0-113-9.example.net:8443/',
  'https://8.8.8.8/',
  'https://[2606:4700:4700::1111]/',
  'https://xn--bcher-kva.example/',
])('%s is public', (address) => {
  expect(faultOfAddress(address, { mayBePrivate: false })).toBeUndefined();
});

test.each([
  'http://hooks.example.com/',
  'ftp://hooks.example.com/',
  'https://user:pass@hooks.example.com/',
  'https://localhost/',
  'https://localhost./',
  'https://app.localhost/',
  'https://printer.local/',
  'https://metadata.google.internal/',
  'https://intranet/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://0177.0.0.1/',
  'https://0.0.0.0/',
  'https://10.1.2.3/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://100.64.0.1/',
  'https://224.0.0.1/',
  'https://[::1]/',
  'https://[::]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[64:ff9b::a00:1]/',
  'https://[64:ff9b:1::a00:1]/',
  'https://[::127.0.0.1]/',
  'https://[::8.8.8.8]/',
  'https://[::ffff:0:127.0.0.1]/',
  'https://[fec0::1]/',
  'https://[2002:7f00:1::]/',
  'https://localhost../',
  'https://localhost.localdomain/',
  'https://localhost6.localdomain6/',
  'https://host.localdomain./',
  'not a url',
])('%s is refused', (address) => {
  expect(faultOfAddress(address, { mayBePrivate: false })).toMatch(/^Write /);
});

test('on a developer’s machine its own addresses are allowed, but only http and https', () => {
  expect(faultOfAddress('http://localhost:9000/hook', { mayBePrivate: true })).toBeUndefined();
  expect(faultOfAddress('file:///etc/passwd', { mayBePrivate: true })).toBeDefined();
});
