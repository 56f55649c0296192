import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { startMailPeer } from './mail-peer.ts';
import { endPrograms, startProgram } from './own-program.ts';
import { askAsOwner } from './roles.ts';
import { signIn } from './sign-in.ts';

test.afterAll(endPrograms);

// on a server of its own: the others have a running event, during which nobody is asked
test('a member of the crisis team taps a link, and the channel counts as confirmed', async ({ browser }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'meldekette-confirm-'));
  const mail = await startMailPeer();
  try {
    const { url } = await startProgram(path.join(folder, 'data'), { LOCAL_CHANNELS: '1', WEB_PROCESSES: '1' });
    const page = await browser.newPage({ baseURL: url, reducedMotion: 'reduce' });
    const ask = await askAsOwner(page.request);
    const { channelTypes, personDataTypes } = await ask(`{
      channelTypes(first: 100) { edges { node { id identifier } } }
      personDataTypes(first: 200) { edges { node { _id identifier } } } }`);
    type Row = { node: { id: string; _id: number; identifier: string } };
    const find = (of: { edges: Row[] }, identifier: string) =>
      of.edges.find(({ node }) => node.identifier === identifier)!.node;
    await ask('mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }', {
      input: {
        name: 'Post',
        channelType: find(channelTypes, 'email').id,
        settings: { provider: 'smtp', host: '127.0.0.1', port: mail.port, secure: 'none', from: 'stab@example.org' },
      },
    });
    const personData = [
      { keyField: String(find(personDataTypes, 'email_business')._id), valueStr: 'ina.tippt@example.org' },
    ];
    await ask('mutation ($p: CreatePersonInput!) { createPerson(input: $p) { id } }', {
      p: { firstName: 'Ina', lastName: 'Tippt', isCrisis: true, personData },
    });

    await signIn(page, 'de');
    await page.goto('/#/crisisteam');
    const entry = page.getByRole('listitem', { name: 'Tippt' });
    await expect(entry.getByText('noch nicht bestätigt')).toBeVisible();
    await entry.getByRole('button', { name: 'Um Bestätigung bitten' }).click();
    const received = () => mail.mails.find(({ to }) => to === 'ina.tippt@example.org')?.text ?? '';
    await expect.poll(received, { timeout: 60_000 }).toMatch(/\/w\/[\w-]{22}/);

    const phone = await browser.newPage({
      baseURL: url,
      viewport: { width: 390, height: 664 },
      javaScriptEnabled: false,
    });
    await phone.goto(/\/w\/[\w-]{22}/.exec(received())![0]);
    await expect(phone.getByText('Das ist kein Alarm.')).toBeVisible();
    await phone.getByRole('button', { name: 'Ja, sie hat mich erreicht' }).click();
    await expect(phone.getByRole('status')).toContainText('das ist bestätigt');

    await page.reload();
    await expect(entry.getByText('bestätigt', { exact: true })).toBeVisible();
    await expect(entry.getByText('1 bestätigter Kanal fehlt')).toBeVisible();
    await expectAccessible(page);
    for (const opened of [page, phone]) await opened.context().close();
  } finally {
    await mail.stop();
    await endPrograms();
    await rm(folder, { recursive: true, force: true });
  }
});
