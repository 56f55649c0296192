import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { startMailServer } from '#testing/fakes/mail-server.ts';
import { SmtpFailure, smtpDeliveryError } from './errors.ts';
import { openPool } from './pool.ts';
import { openWire, type Server } from './wire.ts';

const there = { host: '127.0.0.1', verify: false, user: 'alarm', password: 'geheim' };

const mail = (from: string, to: string, message = 'Subject: x\r\n\r\nText\r\n', success = false) => ({
  ...{ from, to, message, report: { id: 'd.1+1', success }, hold: 0, urgent: false, patient: true },
  begin: () => undefined,
});

/** Sends two mails to an independent server; returns them as received. */
async function throughServer(secure: Server['secure'], method: string): Promise<string[]> {
  const seen: string[] = [];
  const server = new SMTPServer({
    secure: secure === 'tls',
    ...(secure === 'none' ? { disabledCommands: ['STARTTLS'] } : {}),
    allowInsecureAuth: true,
    authMethods: [method],
    disableReverseLookup: true,
    onAuth({ username, password, validatePassword }, _session, done) {
      const right = username === 'alarm' && (password === 'geheim' || validatePassword('geheim'));
      done(right ? null : Object.assign(new Error('no'), { responseCode: 535 }), { user: username });
    },
    onData(stream, session, done) {
      stream.resume().on('end', () => {
        seen.push(`${session.secure ? 'encrypted' : 'clear'} ${session.user}`);
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const pool = openPool({ ...there, port, secure }, 2);
  for (const to of ['a@example.org', 'b@example.org']) await pool.send(mail('alarm@example.org', to));
  const wrong = await openWire({ ...there, port, secure, password: 'falsch' }).catch((error: unknown) => error);
  assert.ok(wrong instanceof SmtpFailure && wrong.stage === 'login', String(wrong));
  pool.close();
  await new Promise<void>((resolve) => server.close(resolve));
  return seen;
}

for (const secure of ['tls', 'starttls', 'none'] as const) {
  for (const method of ['PLAIN', 'LOGIN', 'CRAM-MD5']) {
    test(`mails go over a connection signed in by ${method}, with encryption ${secure}`, async () => {
      const how = `${secure === 'none' ? 'clear' : 'encrypted'} alarm`;
      assert.deepEqual(await throughServer(secure, method), [how, how]);
    });
  }
}

test('an envelope uses only extensions that the server offers', async () => {
  const server = await startMailServer();
  const said: string[] = [];
  const offering = (...extensions: string[]) => {
    server.mood.refuses = (verb, rest) => {
      if (verb === 'EHLO')
        return ['250-hello', ...extensions.map((one) => `250-${one}`)].join('\r\n').concat('\r\n250 HELP');
      if (verb === 'MAIL' || verb === 'RCPT') said.push(`${verb} ${Buffer.from(rest, 'latin1').toString('utf8')}`);
      return null;
    };
    return openPool({ ...there, port: server.port, secure: 'none', user: null }, 1);
  };
  const message = 'Subject: x\r\n\r\nText\r\n';
  const [from, to] = ['alarm@example.org', 'müller@example.org'];

  const plain = offering();
  await plain.send(mail(from, to));
  const rich = offering('PIPELINING', 'SIZE 1000', 'DSN', 'SMTPUTF8', '8BITMIME');
  await rich.send(mail(from, to));
  await rich.send(mail(from, 'a@example.org', message, true));
  assert.deepEqual(said, [
    `MAIL FROM:<${from}>`,
    `RCPT TO:<${to}>`,
    `MAIL FROM:<${from}> SMTPUTF8 SIZE=${message.length} RET=HDRS ENVID=d.1+2B1`,
    `RCPT TO:<${to}> NOTIFY=FAILURE`,
    `MAIL FROM:<${from}> SIZE=${message.length} RET=HDRS ENVID=d.1+2B1`,
    'RCPT TO:<a@example.org> NOTIFY=SUCCESS,FAILURE',
  ]);
  await assert.rejects(rich.send(mail(from, to, 'x'.repeat(1001))), /larger than 1000/);
  await assert.rejects(rich.send(mail(from, 'a>\r\nRCPT TO:<b@example.org')), /invalid address/);
  assert.equal(said.length, 6, 'what cannot be said is not said by half');
  for (const pool of [plain, rich]) pool.close();
  await server.stop();
});

test('detects a server without STARTTLS at once, with any response to the command', async () => {
  const server = await startMailServer(); // accepts an unknown command
  const error = await openWire({ ...there, port: server.port, secure: 'starttls' }).catch((thrown: unknown) => thrown);
  assert.ok(error instanceof SmtpFailure);
  const { kind, reason, broken } = smtpDeliveryError(error, 'd.1.1.00000000');
  assert.deepEqual([kind, reason, broken], ['channel', 'channel_tls', true]);
  await server.stop();
});
