import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { loadRefusalTexts } from '#server/platform/refusal-texts.ts';
import { cut } from '#shared/cut.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { CallOutcome, FinishedCall } from './calls.ts';
import { startOf } from './start.ts';

// leaves room for instructions in an SMS
const longestGaps = 60;

type Sentence = (name: string, people: number, reason: string) => string;

const people = {
  de: (n: number) => (n === 1 ? '1 Person' : `${n} Personen`),
  en: (n: number) => (n === 1 ? '1 person' : `${n} people`),
};

const sentences: ByLanguage<
  Record<Exclude<CallOutcome, 'unknown_sender'>, Sentence> & {
    exercise: string;
    stop: (seconds: number, pin: boolean) => string;
    /** For a refused stop: the alarm continues. */
    goesOn: Record<'wrong_pin' | 'no_pin' | 'locked', (name: string) => string>;
    uncovered: (groups: string) => string;
    taken: Sentence;
    /** For a started alarm with an all-clear. */
    ended: Sentence;
  }
> = {
  de: {
    exercise: 'ÜBUNG: ',
    started: (name, n) => `Alarm "${name}" gestartet, ${people.de(n)}.`,
    repeated: (name, n) => `Alarm "${name}" läuft bereits, ${people.de(n)}. Es wurde kein zweiter gestartet.`,
    taken: (name) => `Alarm "${name}" wurde zurückgenommen.`,
    ended: (name) => `Alarm "${name}": Es wurde Entwarnung gegeben. Niemand wird mehr alarmiert.`,
    refused: (name, _n, reason) => `Alarm "${name}" NICHT gestartet: ${reason}`,
    wrong_pin: (name) => `Alarm "${name}" NICHT gestartet: Die PIN ist falsch.`,
    no_pin: (name) => `Alarm "${name}" NICHT gestartet: Nach dem Stichwort fehlt die PIN.`,
    locked: (name) =>
      `Alarm "${name}" NICHT gestartet: Der Weg ist für Sie nach falschen PINs gesperrt. Die Administration ist verständigt.`,
    cancelled: (name) => `Alarm "${name}" abgebrochen. Niemand wurde benachrichtigt.`,
    too_late: (name) =>
      `Alarm "${name}" läuft: Zum Abbrechen ist es zu spät. Bitte beenden Sie das Ereignis am Bildschirm.`,
    stop: (seconds, pin) =>
      ` Zum Abbrechen innerhalb von ${seconds} Sekunden mit STOPP${pin ? ' und der PIN' : ''} antworten.`,
    goesOn: {
      wrong_pin: (name) => `Alarm "${name}" läuft weiter: Die PIN ist falsch.`,
      no_pin: (name) => `Alarm "${name}" läuft weiter: Nach STOPP fehlt die PIN.`,
      locked: (name) => `Alarm "${name}" läuft weiter: Der Weg ist für Sie nach falschen PINs gesperrt.`,
    },
    uncovered: (groups) => ` Niemand im Dienst: ${groups}.`,
  },
  en: {
    exercise: 'EXERCISE: ',
    started: (name, n) => `Alarm "${name}" started, ${people.en(n)}.`,
    repeated: (name, n) => `Alarm "${name}" is already running, ${people.en(n)}. No second one was started.`,
    taken: (name) => `Alarm "${name}" was cancelled.`,
    ended: (name) => `Alarm "${name}": the all-clear was sent. No one else is alerted.`,
    refused: (name, _n, reason) => `Alarm "${name}" NOT started: ${reason}`,
    wrong_pin: (name) => `Alarm "${name}" NOT started: the PIN is wrong.`,
    no_pin: (name) => `Alarm "${name}" NOT started: the PIN is missing after the keyword.`,
    locked: (name) =>
      `Alarm "${name}" NOT started: this way is locked for you after wrong PINs. The administrators have been informed.`,
    cancelled: (name) => `Alarm "${name}" cancelled. No one was notified.`,
    too_late: (name) => `Alarm "${name}" is running: it is too late to cancel. Please end the event on the screen.`,
    stop: (seconds, pin) => ` To cancel, answer STOP${pin ? ' and the PIN' : ''} within ${seconds} seconds.`,
    goesOn: {
      wrong_pin: (name) => `Alarm "${name}" continues: the PIN is wrong.`,
      no_pin: (name) => `Alarm "${name}" continues: the PIN is missing after STOP.`,
      locked: (name) => `Alarm "${name}" continues: this way is locked for you after wrong PINs.`,
    },
    uncovered: (groups) => ` No one on duty: ${groups}.`,
  },
};

/** Returns the result for the caller in one or two sentences. */
export async function wordsFor(db: Db, call: FinishedCall, language: string): Promise<string> {
  const words = textIn(sentences, language);
  const outcome = call.outcome as Exclude<CallOutcome, 'unknown_sender'>;
  const start = await startOf(db, call);
  const isRefusedStop = call.startedBy !== null && outcome in words.goesOn;
  const { name } = await db
    .selectFrom('triggers')
    .select('name')
    .where('id', '=', call.triggerId)
    .executeTakeFirstOrThrow();
  if (isRefusedStop)
    return (call.exercise ? words.exercise : '') + words.goesOn[outcome as keyof typeof words.goesOn](name);
  const reason = call.reason ? (await loadRefusalTexts(language))(call.reason as RefusalKey) : '';
  const isEnded = ['started', 'repeated', 'too_late'].includes(outcome) && (await hasAllClear(db, start));
  const said = words[start.cancelledAt && outcome === 'started' ? 'taken' : isEnded ? 'ended' : outcome];
  const uncovered = said === words.started || said === words.repeated ? await uncoveredOf(db, start) : [];
  const gaps = uncovered.length ? words.uncovered(cut(uncovered.join(', '), longestGaps)) : '';
  return (call.exercise ? words.exercise : '') + said(name, start.people ?? 0, reason) + gaps;
}

async function hasAllClear(db: Db, { reportId }: FinishedCall): Promise<boolean> {
  const { rows } = await sql`select 1 from reports where id = ${reportId} and all_clear_at is not null`.execute(db);
  return rows.length > 0;
}

async function uncoveredOf(db: Db, { eventId, reportId }: FinishedCall): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select data->>'group' as name from log_entries
    where event_id = ${eventId} and kind = 'nobody_on_duty' and data->'report' = to_jsonb(${reportId}::int) order by id`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** Returns how to cancel by SMS, while possible. */
export const stopHint = (seconds: number, pin: boolean, language: string): string =>
  textIn(sentences, language).stop(seconds, pin);

/** Returns the whole seconds left to cancel; null for none. */
export async function undoSecondsOf(db: Db, { id }: FinishedCall): Promise<number | null> {
  const { rows } = await sql<{ seconds: number }>`
    select floor(extract(epoch from undo_until - clock_timestamp()))::int as seconds from trigger_calls
    where id = ${id} and cancelled_at is null and undo_until >= clock_timestamp() + interval '1 second'`.execute(db);
  return rows[0]?.seconds ?? null;
}
