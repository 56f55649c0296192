import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { findDrafts } from '#server/alerting/messages/message-rows.ts';
import { defaultAnswerOptions } from '#server/alerting/messages/report-rules.ts';
import { versionFiller } from '#server/alerting/messages/versions.ts';
import { renderMessage } from '#server/channels/rendering/render.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { languageCodes } from '#shared/languages.ts';
import { smsSize } from '#shared/sms.ts';
import type { Versions } from '#shared/text-versions.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { allClearTexts } from './follow-up-texts.ts';

// with a long public address
const publicUrl = 'https://alarm.klinikum-musterstadt.de';
let server: TestServer;
before(async () => {
  server = await startTestServer({ DEMO_DATA: '1', ROLES: 'web' });
});
after(() => server.stop());

test('the usual alarm and its all-clear fit into one SMS, for every event type in every language', async () => {
  const { db, secrets } = server.app;
  const manager = await server.as('crisis_manager');
  const types = await db.selectFrom('eventTypes').select(['id', 'name']).where('isActive', '=', true).execute();
  assert.ok(types.length >= 7);
  const nonce = Buffer.alloc(16);
  const person = { via: [], firstName: null, lastName: null, title: null, nonce };
  const base = {
    mode: 'LIVE',
    shape: 'short',
    organisation: '',
    language: 'de',
  } as const;
  const options = defaultAnswerOptions.map((option) => ({
    ...option,
    labelEn: option.labelEn ?? null,
    askMinutes: false,
  }));
  const check = (name: string, kind: 'alarm' | 'all_clear', versions: Versions | null, replyCode: string | null) => {
    for (const language of languageCodes) {
      const text = versions?.[language];
      assert.ok(text, `${name} lacks ${language}`);
      const follows = kind === 'alarm' ? null : { kind, titles: [], hasLink: true };
      const reader = { ...person, language, asked: kind === 'alarm', alarmNonce: nonce };
      const message = {
        ...base,
        ...text,
        options,
        replyCode,
        requestAnswer: kind === 'alarm',
        follows,
        post: null,
        informs: false,
      };
      const sms = renderMessage({ ...message, texts: versions }, reader, { publicUrl, secrets }).text;
      const { encoding, units, parts } = smsSize(sms);
      assert.deepEqual([encoding, parts], ['GSM-7', 1], `${kind} ${language} ${name}: ${units}\n${sms}`);
      assert.match(sms, /^(?:ALARM|Entwarnung|All-clear): [^\n]+ - [^\n]+\n/, 'kind: event type - place');
      assert.doesNotMatch(sms, /Aktivierung|Activation|\d\d:\d\d/);
      const [, reply = ''] = /\/a\/[\w-]{22}(?:\n([^\n]+))?$/.exec(sms) ?? assert.fail(sms);
      const asksForReply = /^(?:(?:Antwort|Reply)\b.*|Ja\/Nein\?|Yes\/no\?)$/.test(reply);
      assert.equal(asksForReply, kind === 'alarm' && replyCode !== null, sms);
    }
  };
  for (const { id, name } of types) {
    const input = { eventType: String(id), ...(name === 'Sonstiger Alarm' ? { place: 'Zentrale Notaufnahme' } : {}) };
    const start =
      'mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) { _id event { _id } } }';
    const { report } = await manager.run(start, { input });
    const [message] = await findDrafts(db, report._id);
    const { versions } = await versionFiller({ db, viewer: null })(message!);
    const texts = await inTransaction(db, (tx) => allClearTexts({ db: tx, viewer: null }, report.event._id, []));
    for (const replyCode of [null, 'ZZZZ']) {
      check(name, 'alarm', versions, replyCode);
      check(name, 'all_clear', texts.report.prepared, replyCode);
    }
  }
});
