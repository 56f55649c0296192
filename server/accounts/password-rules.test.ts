import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { passwordFault } from './password-rules.ts';

const names = ['Klinikum Musterstadt', 'Meldekette', 'Erika', 'Mustermann', 'e.mustermann'];

test('refuses passwords that are quickly guessed', () => {
  // biome-ignore format: a list to read
  const weak = [
    'password12345678', 'passwordpassword', 'Passwort123!', 'P@ssw0rd2026!', 'crisis2026!!!!!', 'Krisenstab2026', 'Sommer2026Sommer',
    'qwertzuiop12', 'qwertyuiopasdf', '1q2w3e4r5t6z', 'asdfghjklyxcvbnm', '123456789012', '987654321098', 'aaaaaaaaaaaa',
    'abcabcabcabc', 'abababababab', 'iloveyouforever', 'ichliebedich!', 'letmeinletmein', 'willkommen2026', 'Klinikum-Musterstadt',
    'Musterstadt2026', 'meldekettemeldekette', 'ErikaMustermann', 'mustermann.erika1', 'Admin12345678', 'geheimgeheim', 'fcbayernmuenchen',
    'manchesterunited', 'correcthorsebatterystaple', '!!!!!!!!!!!!!!', '            ', 'Weihnachten24', 'Alexander1985!',
  ];
  for (const password of weak) assert.equal(passwordFault(password, names), 'error_password_common', password);
});

test('accepts phrases, random characters, spaces, umlauts and emoji without composition rules', () => {
  // biome-ignore format: a list to read
  const good = [
    'vier Zebras grasen im Nebel', ' spaces at both ends ', 'kT7vq2mXw9Lp', 'ljdkfhwertbv', 'Grüße aus Gütersloh', '🦓🌫️🚲🎈🧭🪁🦉🌵🧩🎻🪐🐙',
    '839201748563', 'correct horse battery', 'f4a9c1d27be80356', 'Дождь идёт весь день', '今日は雨が降っています静かに',
  ];
  for (const password of good) assert.equal(passwordFault(password, names), null, password);
});

test('counts password length in characters, from 12 to 1024', () => {
  assert.equal(passwordFault('kT7vq2mXw9L'), 'error_password_short');
  assert.equal(passwordFault('🦓🌫🚲🎈🧭🪁🦉🌵🧩🎻🪐'), 'error_password_short');
  const long = 'vier Zebras grasen im Nebel '.repeat(40);
  assert.equal(passwordFault(long.slice(0, 1024)), null);
  assert.equal(passwordFault(long.slice(0, 1025)), 'error_password_long');
});

test('rarely refuses 16 random letters', () => {
  const letters = fc.string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'),
    minLength: 16,
    maxLength: 16,
  });
  const refused = fc.sample(letters, { numRuns: 2000, seed: 7 }).filter((password) => passwordFault(password) !== null);
  assert.ok(refused.length < 10, String(refused));
});

test('judges any text quickly', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1100 }), (text) => {
      const before = process.threadCpuUsage();
      passwordFault(text, names);
      const { user, system } = process.threadCpuUsage(before);
      return user + system < 200_000; // processor time, because the machine may be busy
    }),
    { numRuns: 200 },
  );
});
