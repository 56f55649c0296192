import { type ReceivedRequest, startReceiver } from './receiver.ts';
import { tellSigned, twilioAccount } from './twilio.ts';

/** Keys in sequence (`''`: silence), or a failure. */
export type CallCourse = 'busy' | 'no-answer' | 'failed' | 'machine' | readonly string[];

/** A call. */
export interface PhoneCall {
  sid: string;
  from: string;
  to: string;
  /** Spoken texts in order, with repetitions. */
  said: string[];
  languages: string[];
  /** Statuses of the program for keys that it rejected. */
  refused: number[];
  status: string;
  answeredBy: string | null;
  /** Number of status requests. */
  asked: number;
}

/** A fake Twilio voice API with its telephones. */
export interface Exchange {
  url: string;
  calls: PhoneCall[];
  /** By number; the last one repeats. Others listen in silence. */
  fates: Map<string, (CallCourse | Promise<CallCourse>)[]>;
  /** While true, sends no callbacks about call ends. */
  silent: boolean;
  /** Simulates an incoming call with keys. */
  dial(address: string, from: string, keys: readonly string[]): Promise<PhoneCall>;
  stop(): Promise<void>;
}

const own = '+4930123';

/** Starts an exchange by the documentation, with credentials and signatures. */
export async function startExchange(): Promise<Exchange> {
  const { accountSid, authToken } = twilioAccount;
  const basic = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`;
  const base = `/2010-04-01/Accounts/${accountSid}/Calls`;
  let dialled = 0;
  const run = Math.random().toString(16).slice(2);
  const receiver = await startReceiver((response, { path, headers, body }: ReceivedRequest) => {
    const answer = (status: number, content: object) =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(content));
    if (headers.authorization !== basic) return answer(401, { code: 20003, message: 'Authenticate', status: 401 });
    const asked = exchange.calls.find(({ sid }) => path === `${base}/${sid}.json`);
    if (asked) asked.asked++;
    if (asked) return answer(200, { sid: asked.sid, status: asked.status, answered_by: asked.answeredBy });
    if (path !== `${base}.json`) return answer(404, { code: 20404, status: 404 });
    const form = new URLSearchParams(body);
    const [to, instructions] = [form.get('To') ?? '', form.get('Twiml') ?? ''];
    if (!/^\+\d{8,15}$/.test(to)) return answer(400, { code: 21211, message: 'Invalid To', status: 400 });
    if (!instructions || instructions.length > 4000) return answer(400, { code: 21205, message: 'Twiml', status: 400 });
    const call = newCall(`CA${run}${exchange.calls.length}`, to);
    exchange.calls.push(call);
    answer(201, { sid: call.sid, status: 'queued' });
    const fates = exchange.fates.get(to) ?? [[]];
    const fate = fates.length > 1 ? fates.shift()! : fates[0]!;
    void live(call, fate, instructions)
      .then(() => {
        const address = form.get('StatusCallback');
        if (address && !exchange.silent) return tellSigned(address, { ...told(call), CallStatus: call.status });
      })
      .catch(() => undefined); // the program may have stopped
  });
  const exchange: Exchange = {
    url: receiver.url.replace(/\/$/, ''),
    calls: [],
    fates: new Map(),
    silent: false,
    async dial(address, from, keys) {
      const call = { ...newCall(`CAin${run}${++dialled}`, own), from };
      const first = await tellSigned(address, { ...told(call), CallStatus: 'ringing', Direction: 'inbound' });
      if (!first.ok) return { ...call, refused: [first.status] };
      const left = [...keys];
      for (let page: string | null = await first.text(); page !== null; ) page = await listen(call, page, left);
      return { ...call, status: 'completed' };
    },
    stop: () => receiver.stop(),
  };
  return exchange;
}

const newCall = (sid: string, to: string): PhoneCall => ({
  sid,
  from: own,
  to,
  said: [],
  languages: [],
  refused: [],
  status: 'in-progress',
  answeredBy: null,
  asked: 0,
});

const told = ({ sid, from, to }: PhoneCall) => ({ CallSid: sid, To: to, From: from });

async function live(call: PhoneCall, decided: CallCourse | Promise<CallCourse>, instructions: string): Promise<void> {
  const fate = await decided;
  if (fate === 'busy' || fate === 'no-answer' || fate === 'failed') {
    call.status = fate;
    return;
  }
  call.answeredBy = fate === 'machine' ? 'machine_start' : 'human';
  const keys = fate === 'machine' ? [''] : [...fate];
  for (let page: string | null = instructions; page !== null; ) page = await listen(call, page, keys);
  call.status = 'completed';
}

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', amp: '&' };
const spoken = (text: string) => text.replace(/&(lt|gt|quot|amp);/g, (_whole, name: string) => entities[name]!);

/** Reads the texts and presses a key; returns the next, or null. */
async function listen(call: PhoneCall, page: string, keys: string[]): Promise<string | null> {
  for (const [, attributes, text] of page.matchAll(/<Say([^>]*)>([^<]*)<\/Say>/g)) {
    const times = Number(/loop="(\d)"/.exec(attributes!)?.[1] ?? 1);
    call.said.push(...Array.from({ length: times }, () => spoken(text!)));
    call.languages.push(/language="([^"]+)"/.exec(attributes!)![1]!);
  }
  const action = /<Gather[^>]* action="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
  const key = keys.shift();
  if (!action || key === undefined) return null; // hung up
  const response = await tellSigned(action, { ...told(call), CallStatus: 'in-progress', Digits: key });
  if (response.ok) return response.text();
  call.refused.push(response.status);
  return null;
}
