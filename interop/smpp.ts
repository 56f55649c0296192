// SMPP against two SMSCs: one on Perl's Net::SMPP, and drive_smpp of Kannel.
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { before, test } from 'node:test';
import type { Hear, Outgoing } from '#server/channels/channel.ts';
import type { Piece, Receipt } from '#server/channels/received.ts';
import { openSmpp } from '#server/channels/smpp/send.ts';
import { createLog } from '#server/platform/log.ts';
import { freePort } from '#testing/free-port.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';

const drive = '/usr/lib/kannel/test/drive_smpp';
const needed = missing({
  '/usr/bin/perl': 'perl',
  '/usr/share/perl5/Net/SMPP.pm': 'libnet-smpp-perl',
  [drive]: 'kannel-extras',
});

const texts = ['Übung: 20 € [Ebene 2] ^{}\\|~', 'Achtung 🚨', 'x'.repeat(400), 'Großbrand 🚒 '.repeat(20)];
const app = { log: createLog('silent') };

before(() => assert.deepEqual(needed, [], 'something is missing to run this'));

test('an SMSC on Net::SMPP takes all parts, and its reports and the texts it brings back are read', async () => {
  const port = await freePort();
  const smsc = spawn('/usr/bin/perl', [path.join(import.meta.dirname, 'sms/smsc.pl'), String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await new Promise((listening) => smsc.stdout!.once('data', listening));
  const heard = { receipts: [] as Receipt[], pieces: [] as Piece[] };
  const sender = openSmpp(
    settings(port),
    app,
    hearing(async ({ receipts, pieces = [] }) => {
      heard.receipts.push(...receipts);
      heard.pieces.push(...pieces);
    }),
  );
  try {
    const ids: string[] = [];
    for (const [n, text] of texts.entries()) {
      const { externalId, partIds = [externalId!] } = await sender.send(sms(n, text));
      ids.push(...partIds);
      await until(async () => heard.pieces.length >= ids.length && heard.receipts.length >= ids.length);
      const back = heard.pieces
        .slice(-partIds.length)
        .map((piece) => piece.text)
        .join('');
      assert.equal(back, text);
    }
    assert.deepEqual(
      heard.receipts.map(({ externalId, status }) => `${externalId} ${status}`),
      ids.map((id) => `${id} delivered`),
    );
  } finally {
    await sender.close();
    end(smsc);
  }
});

test('drive_smpp brings 200 texts and takes as many', async () => {
  const count = 200;
  const [port, folder] = [await freePort(), await mkdtemp(path.join(tmpdir(), 'meldekette-peer-'))];
  const smsbox = createServer().listen(0, '127.0.0.1'); // it also plays a smsbox of Kannel, which has nothing to do here
  await new Promise((done) => smsbox.once('listening', done));
  const settled = path.join(folder, 'drive.conf');
  await writeFile(settled, configuration((smsbox.address() as AddressInfo).port));
  const smsc = spawn(drive, ['-p', String(port), '-m', String(count), '-v', '4', '-c', settled], {
    cwd: folder,
    stdio: 'ignore',
  });
  let [heard, sent] = [0, 0];
  const sender = openSmpp(
    { ...settings(port), systemId: 'foo', password: 'bar', mode: 'separate' },
    app,
    hearing(async ({ pieces = [] }) => {
      heard += pieces.length;
      for (const { text } of pieces)
        void sender.send(sms(heard, text)).then(
          () => sent++,
          () => undefined,
        );
    }),
    { again: [100, 500] },
  );
  try {
    await until(async () => heard >= count && sent >= count);
  } finally {
    await sender.close();
    end(smsc);
    smsbox.close();
    await rm(folder, { recursive: true });
  }
});

const hearing = (take: (heard: Parameters<Hear>[0]) => Promise<void>): Hear =>
  Object.assign(take, { trouble: () => {} });

const configuration = (port: number): string =>
  `group = core
admin-port = 1
smsbox-port = ${port}
admin-password = unused

group = smsbox
bearerbox-host = 127.0.0.1
`;

const settings = (port: number) => ({
  hosts: `127.0.0.1:${port}`,
  secure: 'none',
  systemId: 'meldekette',
  password: 'geheim',
  source: '+4930123',
});

const sms = (n: number, text: string): Outgoing => ({
  recipientId: n,
  generation: 1,
  personId: null,
  to: `+4915100${String(n).padStart(6, '0')}`,
  key: `peer.${n}`,
  subject: '',
  text,
  html: null,
  urgent: true,
  careful: false,
  begin: () => {},
});

const end = (child: ChildProcess) => void child.kill('SIGKILL');
