import assert from 'node:assert/strict';
import test from 'node:test';
import { codingFor } from './pack.ts';

const cases: Record<string, ReturnType<typeof codingFor>> = {
  '': null,
  br: 'br',
  'gzip, deflate, br, zstd': 'br',
  'gzip, deflate': 'gzip',
  'deflate, zstd': null,
  'br;q=0, gzip': 'gzip',
  'br; q=0.000 ,gzip;q=0': null,
  'BR;Q=0, GZIP;Q=1': 'gzip',
  'gzip;q=0, *': 'br',
  'br;q=0, *;q=0.5': 'gzip',
  '*': 'br',
  '*;q=0': null,
  'br;q=0.2, gzip;q=0.8': 'gzip',
  'br;q=0.8, gzip;q=0.8': 'br',
  'identity, br;q=0.5': null,
  'identity;q=0.1, br;q=0.5': 'br',
  'identity;q=0, gzip;q=0.1': 'gzip',
  'br;level=4;q=0, gzip': 'gzip',
  'brotli, gzipped': null,
  'br;q=, gzip;q=high': null,
  'br;q=2, gzip;q=-1': null,
};

for (const [header, expected] of Object.entries(cases))
  test(`Accept-Encoding "${header}" gets ${expected ?? 'no coding'}`, () => assert.equal(codingFor(header), expected));
