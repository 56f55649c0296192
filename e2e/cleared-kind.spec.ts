import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { createReadyActivation, sendAllMessages, sure } from './board-alarm.ts';
import { test } from './journey.ts';
import { startMailPeer } from './mail-peer.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

test('a tile of a kind with an all-clear names it and recommends neither answer', async ({ page }) => {
  const { ask: tryTo } = await askAs(page.request);
  const ask = sure(tryTo);
  const found = await ask(`{ mailingLists(first: 1, isActive: true) { edges { node { id } } }
    eventTypes(first: 50) { edges { node { id identifier } } } channelTypes(first: 100) { edges { node { id identifier } } } }`);
  const idOf = (of: string, identifier: string) =>
    found[of].edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node.id;
  const peer = await startMailPeer();
  try {
    const settings = { provider: 'smtp', host: '127.0.0.1', port: peer.port, secure: 'none', from: 'stab@example.org' };
    const { createChannel } = await ask(
      'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }',
      { input: { name: 'Post der Entwarnung', channelType: idOf('channelTypes', 'email'), settings } },
    );
    const { createEvent } = await ask('mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }', {
      input: { name: 'Busunfall B 14', eventType: idOf('eventTypes', 'mass_casualty'), isRunning: true },
    });
    const alarm = await createReadyActivation(ask, 'Busunfall B 14', found['mailingLists'].edges[0].node.id, {
      channel: createChannel.id,
      event: createEvent.id,
    });
    await sendAllMessages(ask, alarm.report);
    await expect.poll(() => peer.mails.length, { timeout: 60_000 }).toBeGreaterThan(0);
    const follow = 'mutation ($id: ID!) { createFollowUp(report: $id, kind: ALL_CLEAR) { id } }';
    // refused until the first recipient counts as reached, which is a moment after its mail arrived
    let allClear: string | undefined;
    const begin = async () => {
      allClear = (await tryTo(follow, { id: alarm.report })).data?.createFollowUp?.id;
      return allClear;
    };
    await expect.poll(begin, { timeout: 60_000 }).toBeTruthy();
    await sendAllMessages(ask, allClear!);
    const given = async () =>
      (await ask('query ($id: ID!) { event(id: $id) { allClearAt } }', { id: createEvent.id }))['event'].allClearAt;
    await expect.poll(given).toBeTruthy();

    await signIn(page, 'de');
    await page.goto('/#/activation');
    await page.getByRole('button', { name: /^Massenanfall/ }).click();
    const title = '„Massenanfall von Verletzten“ ist entwarnt, aber noch nicht beendet';
    const question = page.getByRole('dialog', { name: title });
    const there = question.getByRole('button', { name: 'Zum laufenden Ereignis „Busunfall B 14“' });
    await expect(there).toHaveText(/ · seit .*\d\d:\d\d · Entwarnung .*\d\d:\d\d$/);
    await expect(question.getByText('(empfohlen)')).toHaveCount(0);
    await expectAccessible(page);
    await question.getByRole('button', { name: /^Noch ein Ereignis/ }).click();
    const note = 'Ein Ereignis dieser Art ist entwarnt, aber noch nicht beendet';
    await expect(page.getByText(`${note}. Bitte prüfen Sie, ob es dasselbe ist.`)).toBeVisible();
    await page.getByRole('button', { name: 'Weiter: Senden' }).click();
    await expect(page.getByRole('dialog').getByText(`${note}: Ist es dasselbe?`)).toBeVisible();
  } finally {
    await peer.stop();
  }
});
