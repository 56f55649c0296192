// The generic HTTP provider, with the template of its manual, against Kannel's bearerbox and smsbox over a fakesmsc: an alarm
// goes out, its report and a reply come back, through the whole program.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import { freePort } from '#testing/free-port.ts';
import { startTestServer } from '#testing/server.ts';
import { answersTo, askByMobile, createProviderChannel, statusIn } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';

const fakesmsc = '/usr/lib/kannel/test/fakesmsc';
const needed = missing({ '/usr/sbin/bearerbox': 'kannel', '/usr/sbin/smsbox': 'kannel', [fakesmsc]: 'kannel-extras' });
before(() => assert.deepEqual(needed, [], 'something is missing to run this'));

const request =
  'username={user}&password={secret}&from={from}&to={to}&text={text}&charset=UTF-8&coding={coding}&dlr-mask=19' +
  '&dlr-url={callback}%2Freceipt%3Fid%3D{key}%26state%3D%25d';

test('Kannel takes an alarm, reports it delivered, and brings a reply, which is an answer', async () => {
  const [server, folder] = [await startTestServer(), await mkdtemp(path.join(tmpdir(), 'meldekette-peer-'))];
  const ports = {
    admin: await freePort(),
    smsbox: await freePort(),
    fake: await freePort(),
    sendsms: await freePort(),
  };
  const started: ChildProcess[] = [];
  const start = (program: string, ...args: string[]): ChildProcess => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
    started.push(child);
    return child;
  };
  try {
    const settings = {
      provider: 'sms-http',
      method: 'GET',
      url: `http://127.0.0.1:${ports.sendsms}/cgi-bin/sendsms?${request}`,
      from: '4930123',
      user: 'tester',
      secret: 'foobar',
      idAt: 'key',
      success: '^(0: Accepted|3: Queued)',
      receiptId: 'id',
      receiptState: 'state',
      states: '1=delivered\n2=failed\n8=sent\n16=failed',
      replyFrom: 'from',
      replyText: 'text',
      replyId: 'id',
      ownNetwork: true,
    };
    const channel = await createProviderChannel(server, settings, ['foobar']);
    const configuration = path.join(folder, 'kannel.conf');
    await writeFile(configuration, kannel(ports, channel.callbackUrl!));
    start('/usr/sbin/bearerbox', configuration);
    await listens(ports.smsbox);
    start('/usr/sbin/smsbox', configuration);
    await listens(ports.sendsms);
    const handset = printed(start(fakesmsc, '-H', '127.0.0.1', '-r', String(ports.fake), '-m', '0', 'x y text z'));

    const to = '+4915112345678';
    const reportId = await askByMobile(server, channel.id, to, 'Großbrand <Ebene 2> & 20 € ?');
    await until(async () => handset().includes(to));
    await until(async () => (await statusIn(server.app.db, reportId)).status === 'delivered');
    started.pop()!.kill('SIGKILL');
    const reply = `${to} 4930123 text Ja 12 min & Hund`;
    start(fakesmsc, '-H', '127.0.0.1', '-r', String(ports.fake), '-m', '1', reply);
    const answers = await answersTo(server.app.db, reportId, 1);
    assert.deepEqual(answers, [{ kind: 'POSITIVE', minutes: 12, text: 'Ja 12 min & Hund', source: 'sms' }]);
  } finally {
    for (const child of started.reverse()) child.kill('SIGKILL');
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
});

/** Returns a program's output so far. */
function printed(child: ChildProcess): () => string {
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
}

const listens = (port: number) =>
  until(
    () =>
      new Promise<boolean>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => {
          socket.destroy();
          resolve(true);
        });
        socket.once('error', () => resolve(false));
      }),
  );

const kannel = (ports: { admin: number; smsbox: number; fake: number; sendsms: number }, callback: string): string => `
group = core
admin-port = ${ports.admin}
admin-password = unused
smsbox-port = ${ports.smsbox}
box-allow-ip = 127.0.0.1

group = smsc
smsc = fake
smsc-id = fake
port = ${ports.fake}
connect-allow-ip = 127.0.0.1

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = ${ports.sendsms}
sendsms-chars = "0123456789 +-"

group = sendsms-user
username = tester
password = foobar
concatenation = true
max-messages = 10

group = sms-service
keyword = default
catch-all = yes
max-messages = 0
get-url = "${callback}/reply?from=%p&text=%a&id=%I"
`;
