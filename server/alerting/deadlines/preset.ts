import { appendAudit } from '#server/api/audit/audit.ts';
import { requireActive } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { type DeadlinePreset, deadlinePresets, type PresetRule } from '#shared/deadline-presets.ts';

const longest = 100;

/** Adds a preset's deadlines to an event type; refuses equal names. */
export async function addDeadlinePreset(ctx: Context, eventTypeId: number, preset: DeadlinePreset): Promise<void> {
  await requireActive(ctx.db, 'eventTypes', 'eventType', [eventTypeId]);
  const by = ctx.viewer!.id;
  await inTransaction(ctx.db, async (tx) => {
    await tx.selectFrom('eventTypes').select('id').where('id', '=', eventTypeId).forUpdate().execute();
    const existing = await tx
      .selectFrom('deadlineRules')
      .select(['name', 'sortOrder'])
      .where('eventTypeId', '=', eventTypeId)
      .execute();
    const rules: readonly PresetRule[] = deadlinePresets[preset].rules;
    const names = existing.map(({ name }) => name);
    if (rules.some(({ name }) => names.includes(name.de))) throw new Refusal('error_in_use');
    if (existing.length + rules.length > longest) throw new Refusal('error_too_many', undefined, { most: longest });
    let sortOrder = Math.max(0, ...existing.map((rule) => rule.sortOrder));
    const ids: number[] = [];
    for (const { name, hours, months, after, acceptsProgress, questions } of rules) {
      sortOrder += 10;
      const row = {
        eventTypeId,
        name: name.de,
        nameEn: name.en,
        hours: hours ?? null,
        months: months ?? null,
        afterId: after === undefined ? null : ids[after]!,
        acceptsProgress: acceptsProgress ?? false,
        questions: questions.de.join('\n'),
        questionsEn: questions.en.join('\n'),
        sortOrder,
      };
      const { id } = await tx.insertInto('deadlineRules').values(row).returning('id').executeTakeFirstOrThrow();
      ids.push(id);
      await appendAudit(tx, { by, action: 'create', type: 'DeadlineRule', rowId: id, label: name.de, after: row });
    }
  });
}
