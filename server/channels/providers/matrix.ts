import {
  type Adapter,
  type AdapterApp,
  DeliveryError,
  type Outgoing,
  type Sender,
  type SendResult,
  type Values,
} from '#server/channels/channel.ts';
import { callFields, refused, startOfResponse, wayOf } from '#server/channels/http/gateway.ts';
import { checkAddress, filledText, type Json, type JsonApi, jsonApi } from '#server/channels/http/json-api.ts';
import { firstPost, threadField } from '#server/channels/social/relation.ts';
import { postText, threadArrival, threadParts } from '#server/channels/social/thread.ts';

// an event may have 64 KiB including everything around the text, and JSON may need six bytes per byte
const limit = { limit: 8_000, length: (text: string) => Buffer.byteLength(text) };

/** Messages in one room of a Matrix server. */
export default {
  type: 'chat',
  label: { de: 'Matrix-Raum', en: 'Matrix room' },
  fields: [
    {
      name: 'homeserver',
      receives: ['accessToken'],
      kind: 'text',
      required: true,
      label: { de: 'Homeserver', en: 'Homeserver' },
      hint: { de: 'Zum Beispiel https://matrix.example.org', en: 'For example https://matrix.example.org' },
    },
    {
      name: 'accessToken',
      kind: 'text',
      required: true,
      secret: true,
      label: { de: 'Zugriffstoken', en: 'Access token' },
      hint: {
        de: 'In Element: Alle Einstellungen › Hilfe & Info › Zugriffstoken. Melden Sie diese Sitzung danach nicht ab.',
        en: 'In Element: All settings › Help & About › Access Token. Do not sign that session out afterwards.',
      },
    },
    {
      name: 'room',
      kind: 'text',
      required: true,
      label: { de: 'Interne Raum-ID', en: 'Internal room ID' },
      hint: {
        de: 'Beginnt mit einem Ausrufezeichen. In Element: Raumeinstellungen › Erweitert. Der Raum darf nicht verschlüsselt sein.',
        en: 'Begins with an exclamation mark. In Element: Room settings › Advanced. The room must not be encrypted.',
      },
    },
    {
      name: 'mentionRoom',
      kind: 'toggle',
      default: true,
      label: { de: 'Alle im Raum benachrichtigen', en: 'Notify everyone in the room' },
      hint: {
        de: 'Bei Alarmen; das Konto braucht das Recht dazu.',
        en: 'For alarms; the account needs the right to do so.',
      },
    },
    ...callFields,
  ],
  feedFields: [threadField],
  addresses: [],
  shape: 'post',
  cost: null,
  gives: { receipts: false, replies: false },
  testReaches: 'room',
  arrives: (outgoing) => threadArrival(postText(outgoing), limit),
  slots: () => 1,
  check: (settings) => ({
    ...checkAddress(settings, 'homeserver'),
    ...(isRoom(roomOf(settings)) ? {} : { room: 'error_unlike_hint' as const }),
  }),
  open,
} satisfies Adapter;

const roomOf = (settings: Values): string => String(settings['room'] ?? '').trim();
const isRoom = (room: string): boolean => /^![^/?#\s]+$/.test(room);

function open(settings: Values, app: AdapterApp): Sender {
  const room = roomOf(settings);
  if (!isRoom(room)) throw new DeliveryError('channel', 'channel_misconfigured', { broken: true });
  const authorization = `Bearer ${settings['accessToken'] ?? ''}`;
  const api = jsonApi(settings['homeserver'], wayOf(settings, app), { authorization });
  return {
    async send(outgoing) {
      const answers = await firstPost(app, outgoing);
      outgoing.begin();
      return post(api, room, outgoing, { answers, mention: outgoing.urgent && settings['mentionRoom'] !== false });
    },
    close: async () => {},
  };
}

async function post(
  api: JsonApi,
  room: string,
  outgoing: Outgoing,
  { answers, mention }: { answers: string | null; mention: boolean },
): Promise<SendResult> {
  let first: string | undefined;
  for (const [index, body] of threadParts(postText(outgoing), limit).entries()) {
    const content = {
      msgtype: 'm.text',
      body,
      'm.mentions': mention && index === 0 ? { room: true } : {},
      ...(answers && index === 0 ? { 'm.relates_to': { 'm.in_reply_to': { event_id: answers } } } : {}),
    };
    const event = await put(api, room, `${outgoing.key}.${index + 1}`, content);
    first ??= event;
  }
  const url = `https://matrix.to/#/${encodeURIComponent(room)}/${encodeURIComponent(first!)}`;
  return { externalId: first!, posts: [{ url, platform: 'matrix' }] };
}

/** Repeating a key returns the same event. */
async function put(api: JsonApi, room: string, key: string, body: Json): Promise<string> {
  const path = `/_matrix/client/v3/rooms/${encodeURIComponent(room)}/send/m.room.message/${encodeURIComponent(key)}`;
  const { answer, json } = await api.whatever(path, { method: 'PUT', body, keyed: true });
  const event = filledText(json['event_id']);
  if (answer.status === 200 && event) return event;
  if (answer.status === 200)
    throw new DeliveryError('temporary', 'connection_lost', { detail: startOfResponse(answer.body) });
  const wait = Number(json['retry_after_ms']);
  if (json['errcode'] === 'M_LIMIT_EXCEEDED' && wait > 0 && !answer.headers['retry-after']) {
    throw new DeliveryError('channel', 'channel_limit', {
      retryAfter: wait / 1000,
      detail: startOfResponse(answer.body),
    });
  }
  throw refused(answer, true);
}
