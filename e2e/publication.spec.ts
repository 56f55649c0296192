import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { sure } from './board-alarm.ts';
import { languagesAndWidths } from './in-full.ts';
import { test } from './journey.ts';
import { askAs } from './roles.ts';
import { signIn } from './sign-in.ts';

const texts = {
  de: { next: 'Weiter: Senden', publish: 'Jetzt veröffentlichen?' },
  en: { next: 'Next: send', publish: 'Publish now?' },
};

for (const [language, width] of languagesAndWidths('de', 390))
  test(`a publication beside a channel that reaches nobody asks for no number (${language}, ${width})`, async ({
    page,
  }) => {
    const ask = sure((await askAs(page.request)).ask);
    const found = await ask(`{ channelTypes(first: 100) { edges { node { id identifier } } }
      reportTypes(first: 100) { edges { node { id identifier } } } }`);
    const idOf = (of: string, identifier: string): string =>
      found[of].edges.find(({ node }: { node: { identifier: string } }) => node.identifier === identifier).node.id;
    const channels: string[] = [];
    for (const [type, settings] of [
      ['webfeed', {}],
      ['sms', { provider: 'sms-http', url: 'http://127.0.0.1:1/', ownNetwork: true }],
    ] as const) {
      const input = { name: `Presse ${type}`, channelType: idOf('channelTypes', type), settings };
      const create = 'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { id } }';
      channels.push((await ask(create, { input }))['createChannel'].id);
    }
    const { createEvent } = await ask(
      'mutation { createEvent(input: { name: "Pressenotiz", isRunning: true }) { id _id } }',
    );
    const { createReport } = await ask(
      'mutation ($input: CreateReportInput!) { createReport(input: $input) { id _id } }',
      {
        input: {
          event: createEvent.id,
          reportType: idOf('reportTypes', 'public_information'),
          title: 'Besuche sind wieder möglich',
          content: 'Das Klinikum ist wieder für Besuche geöffnet.',
        },
      },
    );
    await ask('mutation ($r: ID!, $c: [ID!]!) { addReportChannels(report: $r, channels: $c) { id } }', {
      r: createReport.id,
      c: channels,
    });
    await page.setViewportSize({ width, height: 800 });
    await signIn(page, language, `/event/${createEvent._id}/report/${createReport._id}`);
    await page.getByRole('button', { name: texts[language].next }).click();
    await expect(page.getByRole('dialog', { name: texts[language].publish })).toBeVisible();
    await expectAccessible(page);
  });
