import assert from 'node:assert/strict';
import test from 'node:test';
import { deviceOf } from './device-name.ts';

const gecko = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test('recognizes browsers by their familiar names', () => {
  const known: [string, string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${gecko} Chrome/149.0 Safari/537.36 Edg/149.0`, 'Edge Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${gecko} Chrome/149.0 Safari/537.36`, 'Chrome Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox Linux'],
    [`Mozilla/5.0 (Linux; Android 16; Pixel 9) ${gecko} Chrome/149.0 Mobile Safari/537.36`, 'Chrome Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605 Version/19 Safari/604', 'Safari iPhone'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/19 Safari/605', 'Safari macOS'],
  ];
  for (const [userAgent, expected] of known) {
    const { browser, system } = deviceOf(userAgent)!;
    assert.equal(`${browser} ${system}`, expected);
  }
  for (const other of [null, '', 'curl/8.5.0', 'Firefox/1']) assert.equal(deviceOf(other), null);
});
