import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formMark, markHolds } from '#server/alerting/answers/answer-form.ts';
import { policyFor } from '#server/alerting/answers/answer-style.ts';
import { mountPage, type PlainKind } from '#server/api/http/page.ts';
import { findTokenPerson } from '#server/contacts/people/tokens.ts';
import type { App } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseFlood, tooMany, withinLimit } from '#server/platform/throttle.ts';
import { visitorsLanguage } from '#shared/languages.ts';
import { dataShape, dataText } from '#shared/person-data.ts';
import { readPhone } from '#shared/phone-number.ts';
import { phoneRemarkKeys } from '#shared/phone-remarks.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { actOnAbsence, isAbsenceAction } from './absence-actions.ts';
import { orderIn } from './channel-order.ts';
import { actOnDevice, isDeviceAction, loadOwnDevices } from './device-actions.ts';
import { deviceScript } from './devices-view.ts';
import { optOutsIn } from './opt-out-fields.ts';
import { isStale, loadOwnData, type OwnData, type OwnInput, saveOwnData, takeOwnAction } from './own-data.ts';
import { actOnSelfTest, isSelfTestAction, loadSelfTest } from './self-test.ts';
import type { OwnAction } from './texts.ts';
import { fieldName, type OwnPageState, ownDataPage, ownDataStyle, plainOwnPage } from './view.ts';

type Visit = FastifyRequest<{ Params: { token: string }; Querystring: { lang?: unknown } }>;

const formLimit = 100_000;
const policy = policyFor(ownDataStyle, { text: deviceScript, may: "worker-src 'self'" });
const actions: readonly string[] = ['withdraw', 'rejoin', 'erase', 'keep'] satisfies OwnAction[];

/**
 * Mounts a person's own-data page, /p/{token}. GET has no side effects, because mail scanners open links. The script is
 * only for notifications.
 */
export async function mountOwnDataPage(fastify: FastifyInstance, app: App): Promise<void> {
  const plain = (request: FastifyRequest, kind: PlainKind, id?: string) => plainOwnPage(languageOf(request), kind, id);
  await mountPage(fastify, { path: '/p', policy, formLimit, plain }, (scope) => {
    scope.get('/:token', (request: Visit, reply) => show(app, request, reply));
    scope.post('/:token', (request: Visit, reply) => take(app, request, reply));
  });
}

async function show(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const own = await ownDataOf(app, request);
  return send(reply, 200, ownDataPage(own, await stateOf(app, request, own)));
}

async function take(app: App, request: Visit, reply: FastifyReply): Promise<FastifyReply> {
  const own = await ownDataOf(app, request);
  if (!['same-origin', undefined].includes(request.headers['sec-fetch-site'] as string | undefined)) {
    throw new Refusal('error_forbidden');
  }
  if (!(await withinLimit(app.db, 'own_data_form', String(own.person.id), 30, 3600))) throw tooMany(60);
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  const state = await stateOf(app, request, own);
  if (!markHolds(app.secrets, request.params.token, form.get('mark') ?? '')) {
    return send(reply, 400, ownDataPage(own, { ...state, said: 'stale', ...enteredOn(own, form) }));
  }
  const action = form.get('action') ?? '';
  if (isDeviceAction(action)) {
    const userAgent = request.headers['user-agent'] ?? null;
    const note = await actOnDevice(app, action, {
      personId: own.person.id,
      language: state.language,
      userAgent,
      form,
    });
    return send(reply, 200, ownDataPage(own, { ...(await stateOf(app, request, own)), note }));
  }
  if (isAbsenceAction(action)) {
    const { timeZone } = own;
    const note = await actOnAbsence(app, action, {
      personId: own.person.id,
      language: state.language,
      timeZone,
      form,
    });
    const after = (await loadOwnData(app.db, own.person.id)) ?? own;
    const entered = note.isFault ? { entered: form } : {};
    return send(reply, note.isFault ? 400 : 200, ownDataPage(after, { ...state, note, ...entered }));
  }
  if (isSelfTestAction(action)) {
    const note = await actOnSelfTest(app, action, { personId: own.person.id, language: state.language });
    return send(reply, 200, ownDataPage(own, { ...(await stateOf(app, request, own)), note }));
  }
  const said = actions.includes(action) ? await act(app, own, action as OwnAction) : await save(app, own, form);
  const after = (await loadOwnData(app.db, own.person.id)) ?? own;
  if (said === 'stale') return send(reply, 409, ownDataPage(after, { ...state, said }));
  const remarks = said === 'saved' ? remarksOf(own, form) : {};
  if (typeof said === 'string') return send(reply, 200, ownDataPage(after, { ...state, said, remarks }));
  return send(reply, 400, ownDataPage(after, { ...state, said: 'faults', faults: said, entered: form }));
}

/** Displays input only on its original state, otherwise it would hide others' changes. */
const enteredOn = ({ person }: OwnData, form: URLSearchParams) =>
  form.get('version') === String(person.version) ? { entered: form } : {};

async function act(app: App, { person }: OwnData, action: OwnAction): Promise<'taken'> {
  await takeOwnAction(app, person.id, action);
  return 'taken';
}

async function save(
  app: App,
  own: OwnData,
  form: URLSearchParams,
): Promise<'saved' | 'unchanged' | 'stale' | Record<string, RefusalKey>> {
  try {
    return (await saveOwnData(app, own.person.id, inputOf(own, form))) ? 'saved' : 'unchanged';
  } catch (error) {
    if (isStale(error)) return 'stale';
    const faults = error instanceof Refusal ? error.extensions['fields'] : undefined;
    if (faults) return faults as Record<string, RefusalKey>;
    throw error;
  }
}

function remarksOf({ types, values, country }: OwnData, form: URLSearchParams): Record<string, RefusalKey[]> {
  const remarks = types.flatMap((type) => {
    const shape = dataShape(type);
    const text = form.get(fieldName(type)) ?? '';
    const reading = shape.kind === 'phone' ? readPhone(text, country, shape.mobile) : null;
    const isSame = reading?.number === values.get(type.id)?.valueStr;
    const keys = isSame ? [] : (reading?.remarks ?? []).map((one) => phoneRemarkKeys[one]);
    return keys.length ? [[`personData.${type.identifier}`, keys] as const] : [];
  });
  return Object.fromEntries(remarks);
}

/** Only reads present fields, so that a truncated form clears nothing. */
function inputOf({ person, types, values, channels }: OwnData, form: URLSearchParams): OwnInput {
  const personData = types.flatMap((type) => {
    const text = form.get(fieldName(type))?.replaceAll('\r\n', '\n');
    const stored = values.get(type.id);
    if (text === undefined) return [];
    const isAsStored = stored !== undefined && dataText(type, stored) === text.trim();
    return [{ keyField: type.id, ...(isAsStored ? stored : { valueStr: text }) }];
  });
  return {
    version: Number(form.get('version')) || 0,
    title: form.get('title') ?? person.title ?? '',
    firstName: form.get('firstName') ?? person.firstName,
    lastName: form.get('lastName') ?? person.lastName,
    personData,
    channelOrder: orderIn(form, channels),
    optOuts: optOutsIn(form, channels),
  };
}

async function ownDataOf(app: App, { params: { token }, ip }: Visit): Promise<OwnData> {
  const personId = /^[\w-]{22}$/.test(token) ? await findTokenPerson(app.db, token) : null;
  const own = personId === null ? null : await loadOwnData(app.db, personId);
  if (own) return own;
  await refuseFlood(app.db, 'own_data_link', ip, 20, 60);
  throw new Refusal('error_not_found');
}

const languageOf = ({ query, headers }: FastifyRequest) =>
  visitorsLanguage((query as Visit['query'] | undefined)?.lang, headers['accept-language']);

const stateOf = async (app: App, request: Visit, { person }: OwnData): Promise<OwnPageState> => ({
  language: languageOf(request),
  mark: formMark(app.secrets, request.params.token),
  devices: await loadOwnDevices(app, person.id),
  selfTest: await loadSelfTest(app.db, person.id),
});

const send = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(html);
