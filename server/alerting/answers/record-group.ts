import { advance } from '#server/alerting/cascade/cascade.ts';
import { lockCascades } from '#server/alerting/cascade/cascade-queries.ts';
import { type ChangeLine, noChanges, type PendingChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { App } from '#server/platform/context.ts';
import type { ItemOutcome } from '#server/platform/database/batch-by-key.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { checkGroup, isGood } from './check-group.ts';
import { isYes, placeOfFilling } from './filling.ts';
import type { CheckedAnswer, GivenAnswer } from './given-answer.ts';
import { inOrderOfWriting, noteAnswers } from './reply-order.ts';
import { cancelOthers, forgetArrivals, type StoredAnswer, storeAnswers } from './write-group.ts';

/**
 * Records answers to one report in sequence: a yes that fills a stop limit closes it before the next. The scheduler
 * handles other effects. Takes locks in the order of ARCHITECTURE.md.
 */
export async function recordGroup(
  app: Pick<App, 'jobs'>,
  tx: Tx,
  reportId: number,
  asGiven: readonly GivenAnswer[],
): Promise<ItemOutcome<Row<'answers'>>[]> {
  const given = await inOrderOfWriting(tx, reportId, asGiven);
  const [limits, checked] = await Promise.all([
    given.some(({ option }) => option !== null) ? lockCascades(tx, reportId) : [],
    checkGroup(tx, reportId, given),
  ]);
  const good = checked.filter(isGood);
  if (!good.length) return checked.map((one) => ({ refusal: one }));
  // without stop limits an answer makes nothing due
  const changes = { ...noChanges(reportId, good[0]!.eventId), work: limits.length > 0 };
  const stored: StoredAnswer[] = [];
  while (stored.length < good.length) {
    const rest = good.slice(stored.length);
    const place = limits.length ? await placeOfFilling(tx, reportId, rest) : -1;
    stored.push(...(await recordRun(tx, rest, place, changes)));
  }
  await noteAnswers(tx, stored);
  await publishChanges(app, tx, changes);
  const next = stored.values();
  return checked.map((one) => (isGood(one) ? { result: next.next().value!.answer } : { refusal: one }));
}

/** Records the answers up to one that fills a stop limit, and closes it. */
async function recordRun(
  tx: Tx,
  rest: readonly CheckedAnswer[],
  place: number,
  changes: PendingChanges,
): Promise<StoredAnswer[]> {
  const { reportId } = changes;
  const stored = await storeAnswers(tx, reportId, place < 0 ? rest : rest.slice(0, place + 1));
  const fresh = stored.filter(({ isNew }) => isNew);
  const chosen = fresh.filter(({ option }) => option !== null);
  const [messages] = await Promise.all([
    cancelOthers(tx, reportId, peopleOf(chosen)),
    forgetArrivals(tx, reportId, peopleOf(chosen.filter((one) => !isYes(one)))),
  ]);
  changes.messages.push(...messages);
  changes.lines.push(...fresh.map((one) => lineOf(reportId, one)));
  if (place >= 0) await move(tx, stored[place]!, changes);
  return stored;
}

/** Attributes a limit's changes to the author of the answer. */
async function move(tx: Tx, { given }: StoredAnswer, changes: PendingChanges): Promise<void> {
  const moved = await advance(tx, changes.reportId);
  changes.messages.push(...moved.messages);
  changes.lines.push(...moved.lines.map((line) => ({ ...line, ...doneBy(given) })));
  changes.unreached.push(...moved.unreached);
}

const peopleOf = (some: readonly CheckedAnswer[]) => [...new Set(some.flatMap(({ personId }) => personId ?? []))];

const doneBy = ({ by = null, apiKey }: GivenAnswer) => ({ by, apiKey });

function lineOf(reportId: number, { answer, option, personId, recipientId, given }: StoredAnswer): ChangeLine {
  const { minutes, source, late } = answer;
  const data = {
    answer: answer.id,
    person: personId,
    report: reportId,
    recipient: recipientId,
    minutes,
    source,
    late,
    option: option?.label ?? null,
    optionEn: option?.labelEn ?? null,
    kind: option?.kind ?? null,
  };
  return { kind: 'answer', data, ...doneBy(given) };
}
