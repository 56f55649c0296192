import { type FakeAnswer, type FakeRequest, type HttpFake, startHttpFake } from './http-fake.ts';

/** An accepted text. */
export interface TakenText {
  to: string;
  text: string;
  request: FakeRequest;
}

/** A fake provider with the API of a real one. */
export interface SmsProviderFake extends HttpFake {
  texts: TakenText[];
}

interface Described {
  stranger(request: FakeRequest): FakeAnswer | null;
  /** Number and text of the request. */
  read(request: FakeRequest): { to: string; text: string } | null;
  taken(id: string): FakeAnswer;
}

const start = (described: Described) => async (): Promise<SmsProviderFake> => {
  const texts: TakenText[] = [];
  const fake = await startHttpFake((request) => {
    const stranger = described.stranger(request);
    if (stranger) return stranger;
    const read = described.read(request);
    if (!read?.to || !read.text) return { status: 400, body: {} };
    texts.push({ ...read, request });
    return described.taken(String(7000 + texts.length));
  });
  return Object.assign(fake, { texts });
};

/** Secret of the accounts. */
export const smsSecret = 'GEHEIM-DES-SMS-KONTOS-4711';

const basic = (user: string) => `Basic ${Buffer.from(`${user}:${smsSecret}`).toString('base64')}`;
const signedOut: FakeAnswer = { status: 401, body: {} };
const text = (value: unknown) => String(value ?? '');

/** seven as docs.seven.io describes it: rejections have a success status. */
export const startSeven = start({
  stranger: ({ headers }) => (headers['x-api-key'] === smsSecret ? null : { body: { success: '900' } }),
  read: ({ path, json }) => (path === '/api/sms' ? { to: text(json['to']), text: text(json['text']) } : null),
  taken: (id) => ({ body: { success: '100', messages: [{ id, success: true, error: null, parts: 1 }] } }),
});

/** GatewayAPI as gatewayapi.com/docs describes it. */
export const startGatewayApi = start({
  stranger: ({ headers }) => (headers.authorization === `Token ${smsSecret}` ? null : signedOut),
  read({ path, json }) {
    const [recipient] = (json['recipients'] ?? []) as { msisdn: number }[];
    return path === '/rest/mtsms' ? { to: `+${recipient?.msisdn}`, text: text(json['message']) } : null;
  },
  taken: (id) => ({ body: { ids: [Number(id)], usage: { currency: 'EUR', total_cost: 0.06 } } }),
});

/** Vonage as developer.vonage.com describes it: rejections have a success status. */
export const startVonage = start({
  stranger: ({ body }) =>
    new URLSearchParams(body).get('api_secret') === smsSecret
      ? null
      : { body: { 'message-count': '1', messages: [{ status: '4', 'error-text': 'Bad Credentials' }] } },
  read({ path, body }) {
    const form = new URLSearchParams(body);
    return path === '/sms/json' ? { to: `+${form.get('to')}`, text: text(form.get('text')) } : null;
  },
  taken: (id) => ({ body: { 'message-count': '1', messages: [{ status: '0', 'message-id': id }] } }),
});

/** sipgate as api.sipgate.com describes it. */
export const startSipgate = start({
  stranger: ({ headers }) => (headers.authorization === basic('token-1') ? null : signedOut),
  read: ({ path, json }) =>
    path === '/sessions/sms' ? { to: text(json['recipient']), text: text(json['message']) } : null,
  taken: () => ({ status: 204 }),
});

/** LINK Mobility as its "SMS REST API" describes it. */
export const startLinkMobility = start({
  stranger: ({ headers }) => (headers.authorization === basic('klinikum') ? null : signedOut),
  read: ({ path, json }) =>
    path === '/sms/send' ? { to: text(json['destination']), text: text(json['userData']) } : null,
  taken: (id) => ({ body: { messageId: id, resultCode: 1005, description: 'Queued' } }),
});
