import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { textIn } from '#shared/label.ts';
import { type Language, localeOf } from '#shared/languages.ts';
import { escapeHtml } from '#shared/rich-text.ts';
import type { DeviceActionResult } from './device-actions.ts';
import { ownSelfTestTexts } from './self-test-texts.ts';

/** The self-test for a member of the crisis team. */
export interface OwnSelfTest {
  isDeclined: boolean;
  /** The newest test over each kind. */
  ways: { kind: string; sentAt: Date; confirmedAt: Date | null }[];
}

/** The actions of the section. */
type SelfTestAction = 'test-decline' | 'test-accept';

const actions: readonly string[] = ['test-decline', 'test-accept'] satisfies SelfTestAction[];

/** Returns whether a form's action concerns the self-test. */
export const isSelfTestAction = (action: string): action is SelfTestAction => actions.includes(action);

/** Returns a person's self-test; null outside the crisis team or without one. */
export async function loadSelfTest(db: Db, personId: number): Promise<OwnSelfTest | null> {
  if (!(await readSettings(db, 'self_test_day')).self_test_day) return null;
  const { rows } = await sql<{ isDeclined: boolean }>`
    select n.tests_declined_at is not null as is_declined from people p left join way_notes n on n.person_id = p.id
    where p.id = ${personId} and p.is_crisis and p.is_active`.execute(db);
  if (!rows[0]) return null;
  const { rows: ways } = await sql<OwnSelfTest['ways'][number]>`
    select distinct on (kind) kind, sent_at, confirmed_at from way_checks
    where person_id = ${personId} and month is not null and sent_at is not null order by kind, id desc`.execute(db);
  return { ...rows[0], ways };
}

/** Ends a person's self-tests, or starts them again. */
export async function actOnSelfTest(
  app: App,
  action: SelfTestAction,
  { personId, language }: { personId: number; language: Language },
): Promise<DeviceActionResult> {
  const isDeclined = action === 'test-decline';
  await sql`
    insert into way_notes as n (person_id, tests_declined_at)
    select id, case when ${isDeclined} then clock_timestamp() end from people where id = ${personId} and erased_at is null
    on conflict (person_id) do update set tests_declined_at = excluded.tests_declined_at`.execute(app.db);
  app.log.info({ event: 'own_data_action', person: personId, action });
  const texts = textIn(ownSelfTestTexts, language);
  return { text: isDeclined ? texts.declined : texts.accepted, isFault: false };
}

interface State {
  language: Language;
  mark: string;
  timeZone: string;
}

/** Renders the section on the self-test. */
export function selfTestSection(test: OwnSelfTest | null, { language, mark, timeZone }: State): string {
  if (!test) return '';
  const texts = textIn(ownSelfTestTexts, language);
  const format = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const items = test.ways.map(({ kind, sentAt, confirmedAt }) => {
    const result = confirmedAt ? texts.confirmed(format.format(confirmedAt)) : texts.unconfirmed;
    return `<li>${texts.sent(texts.kinds[kind] ?? texts.otherKind, format.format(sentAt))} ${result}</li>`;
  });
  const [action, button]: [SelfTestAction, string] = test.isDeclined
    ? ['test-accept', texts.accept]
    : ['test-decline', texts.decline];
  return `<h2 id="test">${texts.title}</h2>
<p>${test.isDeclined ? texts.declined : texts.text}</p>
${items.length ? `<ul>${items.join('')}</ul>` : `<p>${texts.none}</p>`}
<form method="post" action="?lang=${language}#test"><input type="hidden" name="mark" value="${escapeHtml(mark)}"><input type="hidden" name="action" value="${action}"><button class="quiet" type="submit">${button}</button></form>`;
}
