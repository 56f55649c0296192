import { sql } from 'kysely';
import { ownersOf } from '#server/alerting/answers/address-owners.ts';
import { languageField } from '#server/channels/rendering/render.ts';
import { findSendingChannel, handOverText } from '#server/channels/system-mails/over-channel.ts';
import type { App } from '#server/platform/context.ts';
import { publish } from '#server/platform/live/live.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { cut } from '#shared/cut.ts';
import { knownLanguage, type Language } from '#shared/languages.ts';
import type { FinishedCall } from './calls.ts';
import { stopHint, undoSecondsOf, wordsFor } from './words.ts';

/** Replies to a command over its channel; for an exercise in the mailbox. */
export async function answerCall(app: App, callId: number): Promise<void> {
  const call = await app.db.selectFrom('triggerCalls').selectAll().where('id', '=', callId).executeTakeFirst();
  if (!call?.caller || call.channelId === null) return;
  const language = await languageFor(app, call);
  const seconds = call.outcome === 'started' ? await undoSecondsOf(app.db, call) : null;
  const text =
    (await wordsFor(app.db, call, language)) + (seconds ? stopHint(seconds, await takesPin(app, call), language) : '');
  if (call.exercise) await keep(app, call, text);
  else await send(app, call, text, language);
}

async function takesPin({ db }: App, { triggerId, way }: FinishedCall): Promise<boolean> {
  const trigger = await db.selectFrom('triggers').select('smsPin').where('id', '=', triggerId).executeTakeFirst();
  return way !== 'sms' || trigger?.smsPin === true;
}

const addressKinds = ['email', 'phone', 'phone_mobile'];

async function languageFor({ db }: App, { userId, caller }: FinishedCall): Promise<Language> {
  const user = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst();
  if (user) return knownLanguage(user.language) ?? usualLanguage(db);
  const { rows } = await sql<{ language: string | null }>`
    select distinct value_str as language from person_data
    where key_field_id = ${languageField} and person_id in ${ownersOf(sql`${caller}`, addressKinds)}`.execute(db);
  const known = new Set(rows.flatMap(({ language }) => knownLanguage(language) ?? []));
  return known.size === 1 ? [...known][0]! : usualLanguage(db);
}

async function keep({ db }: App, call: FinishedCall, text: string): Promise<void> {
  const kind = call.way === 'mail' ? 'mail' : 'phone';
  await db
    .insertInto('exerciseMessages')
    .values({
      kind,
      address: call.caller!,
      text,
      userId: call.userId,
      subject: kind === 'mail' ? cut(text, 100) : '',
    })
    .execute();
  await publish(db, { exercise: [0] });
}

async function send(app: App, call: FinishedCall, text: string, language: string): Promise<void> {
  const channel = await findSendingChannel(app, call.channelId!);
  const subject = call.way === 'mail' ? cut(text, 150) : '';
  if (channel)
    await handOverText(app, channel, { subject, text, html: null, language, to: call.caller!, urgent: true });
}
