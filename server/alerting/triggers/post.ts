import type { FastifyInstance, FastifyRequest } from 'fastify';
import { contextOf } from '#server/api/http/context.ts';
import { actingIn, withActing } from '#server/api/viewer/acting.ts';
import { type SignedIn, signedIn } from '#server/api/viewer/viewer.ts';
import { type App, can } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { type FinishedCall, findCall } from './calls.ts';
import { cancelStart } from './cancel.ts';
import { findTrigger, type Trigger } from './find.ts';
import { startOf, startTrigger } from './start.ts';
import { undoSecondsOf } from './words.ts';

const longest = { trigger: 100, id: 200, place: 200, text: 800 };

/**
 * Mounts POST /api/triggers: 201 if it started an alarm, 200 if the same id, or another within a minute, had. DELETE
 * /api/triggers/{trigger}/{id} cancels it while nothing has left.
 */
export function mountTriggers(fastify: FastifyInstance, app: App): void {
  fastify.post('/api/triggers', async (request, reply) => {
    const ctx = await starter(app, request);
    const body = readBody(request.body);
    const trigger = await triggerNamed(ctx, body.trigger);
    const addition = [body.place, body.text].filter(Boolean).join('\n');
    const { apiKey, id: userId } = ctx.viewer;
    const caller = { way: 'post', key: keyOf(ctx, body.id), userId, channelId: null, exercise: body.exercise } as const;
    const address = apiKey?.name ?? null;
    const { call, isNew } = await withActing(actingIn(ctx), () =>
      startTrigger(ctx, trigger, { ...caller, address, addition }),
    );
    if (call.outcome === 'refused') throw new Refusal(call.reason as RefusalKey);
    return reply.code(isNew ? 201 : 200).send(await shown(ctx, trigger, body.id, call));
  });
  fastify.delete<{ Params: { trigger: string; id: string } }>('/api/triggers/:trigger/:id', async (request) => {
    const ctx = await starter(app, request);
    const { trigger: name, id } = request.params;
    const trigger = await triggerNamed(ctx, name);
    const call = await findCall(ctx.db, { triggerId: trigger.id, way: 'post', key: keyOf(ctx, id) });
    if (call?.outcome !== 'started') throw new Refusal('error_not_found');
    const ended = await withActing(actingIn(ctx), () => cancelStart(ctx, call.id, ctx.viewer.id));
    if (ended === 'too_late') throw new Refusal('error_undo_over');
    const after = await ctx.db.selectFrom('triggerCalls').selectAll().where('id', '=', call.id).executeTakeFirst();
    return shown(ctx, trigger, id, after ?? call);
  });
}

async function starter(app: App, request: FastifyRequest): Promise<SignedIn> {
  const ctx = signedIn(await contextOf(app, request));
  if (!can(ctx, 'start_trigger')) throw new Refusal('error_forbidden');
  return ctx;
}

async function triggerNamed({ db }: SignedIn, name: string): Promise<Trigger> {
  const trigger = await findTrigger(db, 'post', name.toLowerCase());
  if (!trigger) throw new Refusal('error_not_found', { trigger: 'error_not_found' });
  return trigger;
}

/** Includes the caller, because two may use the same ids. */
const keyOf = ({ viewer: { apiKey, id } }: SignedIn, given: string): string =>
  `${apiKey ? `key ${apiKey.id}` : `user ${id}`}/${given}`;

interface Body {
  trigger: string;
  id: string;
  text: string;
  place: string;
  exercise: boolean;
}

function readBody(given: unknown): Body {
  const body = (typeof given === 'object' && given !== null ? given : {}) as Record<string, unknown>;
  const faults: Record<string, RefusalKey> = {};
  const text = (name: keyof typeof longest, required: boolean): string => {
    const value = body[name] ?? '';
    if (typeof value !== 'string' || value.includes('\0')) faults[name] = 'error_invalid_input';
    else if (value.length > longest[name]) faults[name] = 'error_too_long';
    else if (required && !value.trim()) faults[name] = 'error_required';
    return String(value).toWellFormed().trim(); // an unpaired surrogate, which logs can't store, doesn't stop an alarm
  };
  const read = {
    trigger: text('trigger', true),
    id: text('id', true),
    place: text('place', false),
    text: text('text', false),
    exercise: body['exercise'] === true,
  };
  if (body['exercise'] !== undefined && typeof body['exercise'] !== 'boolean')
    faults['exercise'] = 'error_invalid_input';
  const known = ['trigger', 'id', 'place', 'text', 'exercise'];
  for (const name of Object.keys(body)) if (!known.includes(name)) faults[name.slice(0, 100)] = 'error_unknown_field';
  if (Object.keys(faults).length) throw new Refusal('error_invalid_input', faults);
  return read;
}

async function shown(ctx: SignedIn, trigger: Trigger, id: string, call: FinishedCall) {
  const start = await startOf(ctx.db, call);
  return {
    trigger: trigger.identifier,
    id,
    status: start.cancelledAt ? 'cancelled' : call.outcome,
    exercise: call.exercise,
    people: start.people,
    event: `/api/v2/events/${start.eventId}`,
    url: `${ctx.publicUrl}/event/${start.eventId}/report/${start.reportId}`,
    startedAt: start.at.toISOString(),
    undoUntil: start.undoUntil?.toISOString() ?? null,
    undoSeconds: (await undoSecondsOf(ctx.db, start)) ?? 0,
  };
}
