import type { AdapterApp, Hear, Outgoing, Sender, SendResult, Values } from '#server/channels/channel.ts';
import { DeliveryError, NotStarted } from '#server/channels/channel.ts';
import { type CallState, firstState, spokenLength } from '#server/channels/voice/script.ts';
import type { OutgoingCall } from './call.ts';
import { type CallBackContext, takeCallBack } from './call-back.ts';
import { CallGates } from './call-gates.ts';
import { type ConversationWaits, converse, textsToSpeak, usualConversation } from './conversation.ts';
import { callError, registerError, SipFailure } from './failures.ts';
import type { RegistrationWaits } from './registration.ts';
import { usualT1 } from './server-transaction.ts';
import { dialled, type SipSettings, sipSettingsOf } from './settings.ts';
import { type Say, speaking } from './speech.ts';
import { UserAgent } from './user-agent.ts';

/** Waits in milliseconds; tests use shorter ones. */
export interface SipWaits extends RegistrationWaits {
  t1: number;
  conversation: ConversationWaits;
  /** A call that ends earlier after the message began, or before it, reached no one. */
  dropped: number;
  /** How long closing waits for running calls. */
  close: number;
}

const usualWaits: SipWaits = {
  t1: usualT1,
  again: [1_000, 60_000],
  conversation: usualConversation,
  dropped: 3_000,
  close: 3_000,
};

const registered = 600; // seconds
const longestCall = 900_000;

/** Opens a channel over SIP; only tests set `waits`. */
export function openSip(
  values: Values,
  app: Pick<AdapterApp, 'log' | 'findCallBack' | 'takeOrder' | 'mayWork'>,
  hear?: Hear,
  waits: Partial<SipWaits> = {},
): Sender {
  const settings = sipSettingsOf(values);
  const times = { ...usualWaits, ...waits };
  const say = speaking(settings.speed);
  const running = new Set<Promise<unknown>>();
  const during = <T>(call: Promise<T>): Promise<T> => {
    running.add(call);
    return call.finally(() => running.delete(call));
  };
  const { lines, perSecond, limits } = settings;
  const gates = new CallGates([{ prefix: '', most: lines, perSecond }, ...limits]);
  const callers = callerServicesOf(settings, app);
  const context = callers && hear && { ...callers, say, prefix: settings.prefix, waits: times.conversation, hear };
  const agent = new UserAgent({
    ...settings,
    incoming: context
      ? {
          isOpen: () => app.mayWork?.() ?? true,
          takePlace: () => gates.takePlace(),
          take: (call) => during(takeCallBack(context, call)),
        }
      : null,
    expires: registered,
    t1: times.t1,
    waits: times,
    trouble: (failure) => {
      if (!failure) return hear?.trouble(null, true);
      const { reason, detail } = registerError(failure);
      hear?.trouble(reason, true, detail);
    },
    log: app.log,
  });
  if (hear) agent.registration?.keep();
  return {
    send: (outgoing) => during(gates.through(outgoing.to, () => call({ agent, say, settings, times, hear }, outgoing))),
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, times.close);
      });
      await Promise.race([Promise.allSettled([...running]), late]);
      clearTimeout(timer);
      await agent.close();
    },
  };
}

/** Returns what callers get; null if the channel takes no calls. */
function callerServicesOf(
  { takesCalls, takesOrders }: SipSettings,
  { findCallBack, takeOrder, log }: Pick<AdapterApp, 'log' | 'findCallBack' | 'takeOrder'>,
): Pick<CallBackContext, 'find' | 'order' | 'language' | 'log'> | null {
  const order = takesOrders ? (takeOrder ?? null) : null;
  if (!findCallBack || (!takesCalls && !order)) return null;
  return {
    find: takesCalls ? findCallBack : null,
    order,
    language: async () => (await findCallBack([])).language,
    log,
  };
}

interface Calling {
  agent: UserAgent;
  say: Say;
  settings: SipSettings;
  times: SipWaits;
  hear: Hear | undefined;
}

/** Makes one call and returns when it is over. */
async function call(calling: Calling, outgoing: Outgoing): Promise<SendResult> {
  const { agent, say, settings } = calling;
  const number = dialled(outgoing.to, settings.prefix);
  if (!number) throw new DeliveryError('permanent', 'address_invalid');
  const state = firstState(outgoing, '');
  const text = outgoing.text.slice(0, spokenLength(outgoing.text));
  // a person who picks up must not wait for speech
  await Promise.all(textsToSpeak({ text, state }).map((one) => say(one, state.language)));
  try {
    await registeredAt(agent);
    const { ring } = settings;
    const isStopped = () => outgoing.isStopped?.() ?? false;
    const underway = () => outgoing.underway?.();
    const answered = await agent.call({ number, ring, underway, isStopped }, outgoing.begin);
    if (isStopped()) {
      await answered.hangUp();
      throw new SipFailure('unanswered'); // nobody hears an alarm that is over
    }
    await talk(calling, answered, { outgoing, text, state });
    return { externalId: answered.id };
  } catch (error) {
    if (!(error instanceof SipFailure)) throw error;
    // no fault: the person is called at once, or by another worker
    if (error.stage === 'closed') throw new NotStarted();
    throw callError(error, { attempt: outgoing.attempt ?? 1, most: settings.calls, pause: settings.pause });
  }
}

async function registeredAt({ registration }: UserAgent): Promise<void> {
  await registration?.ready().catch((error: unknown) => {
    throw error instanceof SipFailure && error.stage !== 'closed' ? registerError(error) : error;
  });
}

interface Spoken {
  outgoing: Outgoing;
  text: string;
  state: CallState;
}

/** Speaks and takes keys; throws SipFailure for a machine, or if dropped right after the answer. */
async function talk({ say, settings, times, hear }: Calling, call: OutgoingCall, { outgoing, text, state }: Spoken) {
  const { media, ended, id } = call;
  let begun = Number.POSITIVE_INFINITY; // not yet
  let answers = 0;
  let isHeard = false;
  let who: 'person' | 'machine' = 'person';
  const longest = setTimeout(() => void call.hangUp(), longestCall);
  const { recipientId } = outgoing;
  const recipient = recipientId === null ? {} : { recipientId };
  const answer = async (said: string, what: string) => {
    answers++;
    const marked = state.replyCode ? `${said} #${state.replyCode}` : said;
    await hear?.({
      receipts: [{ externalId: id, status: 'read' }],
      replies: [{ id: `${id}/${what}`, from: outgoing.to, text: marked, inReplyTo: id, ...recipient }],
    });
  };
  try {
    const heard = () => {
      isHeard = true;
    };
    const begins = () => {
      begun = performance.now();
    };
    const { detectsMachines } = settings;
    const spoken = { voice: media, ended, say, text, state, answer, begins, heard, detectsMachines };
    who = await converse({ ...spoken, waits: waitsOf(times.conversation, outgoing) });
  } catch (cause) {
    // the answer isn't stored, so the call is repeated
    throw new DeliveryError('unknown', 'outcome_unknown', { externalId: id, cause });
  } finally {
    clearTimeout(longest);
    await call.hangUp();
  }
  if (answers) return;
  if (!isHeard && call.isAbandoned) throw new SipFailure('closed');
  if (who === 'machine') throw new SipFailure('machine');
  if (isHeard) return;
  if (performance.now() - begun < times.dropped) throw new SipFailure('dropped');
}

/** In later calls, a person in loud surroundings doesn't wait for silence. */
const waitsOf = (waits: ConversationWaits, { attempt = 1 }: Outgoing): ConversationWaits =>
  attempt === 1 ? waits : { ...waits, greeting: { ...waits.greeting, longest: 0 } };
