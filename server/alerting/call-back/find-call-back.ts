import { sql } from 'kysely';
import { alarmState } from '#server/alerting/answers/alarm-state.ts';
import { correctingReports, hasPeople, newestOf } from '#server/alerting/messages/newest-follow-up.ts';
import { answerStateOf } from '#server/alerting/progress/answer-state.ts';
import { phoneAddress } from '#server/api/contact-address.ts';
import type { CallBack, CallBackQuestion } from '#server/channels/channel.ts';
import { messageContents } from '#server/channels/rendering/content.ts';
import {
  type Addressee,
  answerWays,
  languageField,
  languageFor,
  renderMessage,
} from '#server/channels/rendering/render.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { perDatabase } from '#server/platform/database/per-database.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { languageOf } from '#shared/languages.ts';

interface Asked extends Addressee {
  messageId: number;
  /** The message of the newest correction, whose text counts. */
  correctionId: number | null;
  reportId: number;
  addressNorm: string;
  /** The number of people with this question at this number. */
  people: number;
  over: boolean;
  closed: boolean;
  notNeeded: boolean;
}

const contents = perDatabase(({ db }: { db: Db }) => messageContents(db));

// as long as late replies find their question
const recent = '1 day';
const [mostQuestions, mostPeople] = [5, 100];

/**
 * Returns the questions that went out over a channel to one of the numbers: those that can be answered first, of these
 * the newest unanswered one. None if several of the numbers were called: the caller may be either.
 */
export async function findCallBack(
  app: Pick<App, 'db' | 'secrets' | 'publicUrl'>,
  channelId: number,
  numbers: readonly string[],
): Promise<CallBack> {
  const settings = await readSettings(app.db, 'default_country', 'default_language');
  const language = languageOf(settings.default_language);
  const { default_country: country = 'DE' } = settings;
  const norms = new Set(numbers.flatMap((number) => phoneAddress(number, country)?.norm ?? []));
  const asked = norms.size ? await findAsked(app.db, channelId, [...norms]) : [];
  if (new Set(asked.map(({ addressNorm }) => addressNorm)).size > 1) return { language, questions: [] };
  // people who share a number and a question hear it once
  const once = [...new Map(asked.toReversed().map((one) => [one.reportId, one])).values()].toReversed();
  return { language, questions: await Promise.all(once.slice(0, mostQuestions).map((one) => asQuestion(app, one))) };
}

async function asQuestion(app: Pick<App, 'db' | 'secrets' | 'publicUrl'>, asked: Asked): Promise<CallBackQuestion> {
  const message = await contents(app)(asked.messageId, asked.correctionId);
  return {
    to: asked.addressNorm,
    text: renderMessage(message, asked, app).text,
    language: languageFor(message, asked),
    answer: answerWays(message, asked, app)!,
    state: stateOf(asked),
  };
}

function stateOf({ over, closed, notNeeded, people }: Asked): CallBackQuestion['state'] {
  if (over) return 'over';
  if (people > 1) return closed ? 'closed' : 'shared';
  if (notNeeded) return 'notNeeded';
  return closed ? 'closed' : 'open';
}

async function findAsked(db: Db, channelId: number, norms: readonly string[]): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    with called as (
      select distinct on (r.report_id, r.person_id) r.id, r.message_id, r.report_id, r.person_id, r.address_norm, r.nonce,
        r.via
      from message_recipients r
      where r.channel_id = ${channelId} and r.address_norm = any(${norms}::text[]) and r.token_hash is not null
        and r.attempts > 0
      order by r.report_id, r.person_id, r.id desc)
    select c.message_id, c.report_id, c.address_norm, c.nonce, true as asked, c.via, w.first_name, w.last_name, w.title,
      (select d.value_str from person_data d where d.person_id = w.id and d.key_field_id = ${languageField}) as language,
      case when t.identifier = 'activation' and c.person_id is not null
        then (select x.id from (${newestOf(correctingReports, hasPeople)}) x) end as correction_id,
      count(*) over (partition by c.report_id, c.address_norm)::int as people,
      not e.is_running or n.all_clear is not null as over,
      coalesce(p.answer_until < clock_timestamp(), false) as closed,
      s.told_at is not null and s.arrived_at is null and not s.coming as not_needed
    from called c join messages m on m.id = c.message_id join reports p on p.id = c.report_id
    join report_types t on t.id = p.report_type_id
    join events e on e.id = p.event_id and e.is_active and e.mode = 'LIVE'
      and (e.is_running or e.finished_at > clock_timestamp() - ${recent}::interval)
    left join people w on w.id = c.person_id
    cross join lateral ${answerStateOf(sql`c.report_id`, sql`c.person_id`)} s
    left join lateral ${alarmState} n on true
    order by not e.is_running or n.all_clear is not null or coalesce(p.answer_until < clock_timestamp(), false),
      s.answer_id is not null, c.id desc limit ${mostPeople}`.execute(db);
  return rows;
}
