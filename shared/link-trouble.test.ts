import assert from 'node:assert/strict';
import test from 'node:test';
import { linkTrouble } from './link-trouble.ts';

test('finds links to this machine or without encryption', () => {
  const cases: [string, ReturnType<typeof linkTrouble>][] = [
    ['http://127.0.0.1:3000', 'loopback'],
    ['https://127.1.2.3', 'loopback'],
    ['https://localhost', 'loopback'],
    ['http://alarm.localhost:3000', 'loopback'],
    ['http://[::1]:3000', 'loopback'],
    ['http://[::]:3000', 'loopback'],
    ['http://[::ffff:127.0.0.1]', 'loopback'],
    ['http://0.0.0.0:3000', 'loopback'],
    ['', 'loopback'],
    ['http://alarm.klinikum.example', 'insecure'],
    ['http://192.168.1.5:3000', 'insecure'],
    ['https://alarm.klinikum.example', null],
    ['https://localhost.klinikum.example', null],
    ['https://192.168.1.5', null],
  ];
  for (const [address, trouble] of cases) assert.equal(linkTrouble(address), trouble, address);
});
