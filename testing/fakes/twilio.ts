import { createHmac } from 'node:crypto';
import type http from 'node:http';
import { type ReceivedRequest, startReceiver } from './receiver.ts';

/** An accepted message. */
export interface TwilioMessage {
  sid: string;
  to: string;
  from: string;
  body: string;
  statusCallback: string;
  /** Validity in seconds. */
  validityPeriod: number;
}

/** A fake Twilio messaging API with credentials and signatures. */
export interface Twilio {
  url: string;
  taken: TwilioMessage[];
  /** Returns whether it sent its own response. */
  mood: (response: http.ServerResponse, message: TwilioMessage) => boolean;
  /** Posts a form signed with the auth token or another. */
  tell(address: string, form: Record<string, string>, token?: string): Promise<Response>;
  stop(): Promise<void>;
}

/** Account SID and auth token of the only customer. */
export const twilioAccount = { accountSid: 'AC0123456789', authToken: 'twilio-geheim' };

/** Posts a form signed like Twilio. */
export function tellSigned(
  address: string,
  form: Record<string, string>,
  token: string = twilioAccount.authToken,
): Promise<Response> {
  const pairs = Object.entries(form).sort(([a], [b]) => (a < b ? -1 : 1));
  const signature = createHmac('sha1', token)
    .update(address + pairs.flat().join(''))
    .digest('base64');
  return fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    body: new URLSearchParams(form).toString(),
  });
}

/** Starts a messaging API. */
export async function startTwilio(): Promise<Twilio> {
  const { accountSid, authToken } = twilioAccount;
  const run = Math.random().toString(16).slice(2);
  const receiver = await startReceiver((response, { path, headers, body }: ReceivedRequest) => {
    const answer = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
    if (headers.authorization !== basic)
      return answer(401, { code: 20003, message: 'Authenticate', more_info: '', status: 401 });
    if (path !== `/2010-04-01/Accounts/${accountSid}/Messages.json`) return answer(404, { code: 20404, status: 404 });
    const form = new URLSearchParams(body);
    const message = {
      sid: `SM${run}${twilio.taken.length}`,
      to: form.get('To') ?? '',
      from: form.get('From') ?? form.get('MessagingServiceSid') ?? '',
      body: form.get('Body') ?? '',
      statusCallback: form.get('StatusCallback') ?? '',
      validityPeriod: Number(form.get('ValidityPeriod')),
    };
    if (twilio.mood(response, message)) return;
    if (!message.from) return answer(400, { code: 21603, message: 'A From is required', status: 400 });
    if (!/^\+\d{8,15}$/.test(message.to)) return answer(400, { code: 21211, message: 'Invalid To', status: 400 });
    twilio.taken.push(message);
    answer(201, { sid: message.sid, status: 'queued', error_code: null, error_message: null });
  });
  const twilio: Twilio = {
    url: receiver.url.replace(/\/$/, ''),
    taken: [],
    mood: () => false,
    tell: tellSigned,
    stop: () => receiver.stop(),
  };
  return twilio;
}
