import { randomBytes } from 'node:crypto';
import type { AdapterApp, CallBackQuestion, Hear } from '#server/channels/channel.ts';
import { callBackTexts } from '#server/channels/voice/call-back-texts.ts';
import { firstState, spokenLength } from '#server/channels/voice/script.ts';
import { callTexts } from '#server/channels/voice/texts.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { callersOf, possibleNumbers } from './caller.ts';
import { runTriggerMenu, type TakeCallOrder } from './callers/trigger-menu.ts';
import { type ConversationWaits, converse, textsToSpeak } from './conversation.ts';
import { SipFailure } from './failures.ts';
import type { IncomingCall } from './incoming-call.ts';
import type { Say } from './speech.ts';

/** What taking a call back needs. */
export interface CallBackContext {
  say: Say;
  /** Dialled instead of +. */
  prefix: string;
  waits: ConversationWaits;
  hear: Hear;
  /** Returns the language of the installation. */
  language(): Promise<Language>;
  /** Null: callers get no questions. */
  find: AdapterApp['findCallBack'] | null;
  /** Null: callers can start no alarm. */
  order: TakeCallOrder | null;
  log: Pick<AdapterApp['log'], 'info' | 'warn'>;
}

// a forgotten handset must not hold a line that an alarm needs
const longestCall = 300_000;

/**
 * Answers a caller: their open questions, the newest first, otherwise why there is none; then the menu to start an
 * alarm. Never throws.
 */
export async function takeCallBack(context: CallBackContext, call: IncomingCall): Promise<void> {
  const { log } = context;
  const longest = setTimeout(() => void call.hangUp(), longestCall);
  try {
    const outcome = await talk(context, call);
    log.info({ event: 'sip_call_back', outcome });
  } catch (error) {
    if (error instanceof SipFailure) return; // the caller gave up
    log.warn({ event: 'sip_call_back_failed', error: (error as Error).name });
  } finally {
    clearTimeout(longest);
    await call.hangUp();
  }
}

async function talk(context: CallBackContext, call: IncomingCall): Promise<string> {
  const callers = callersOf(call.invite);
  const numbers = possibleNumbers(callers, context.prefix);
  const outcome = await answerQuestions(context, call, { callers, numbers });
  if (!context.order || call.isOver) return outcome;
  const result = await runTriggerMenu({
    ...{ call, say: context.say, order: context.order, waits: context.waits },
    id: `sip/${randomBytes(16).toString('hex')}`,
    from: numbers.find((number) => number.startsWith('+')) ?? numbers[0] ?? null,
    language: await context.language(),
  });
  return `${outcome} ${result}`;
}

async function answerQuestions(
  context: CallBackContext,
  call: IncomingCall,
  { callers, numbers }: { callers: readonly string[]; numbers: readonly string[] },
): Promise<string> {
  const { find } = context;
  if (!find) {
    await call.answer();
    return 'menu';
  }
  const { language, questions } = await find(numbers);
  const open = questions.filter(({ state }) => state === 'open' || state === 'shared');
  if (open.length) {
    await askAll({ ...context, find }, call, { open, numbers });
    return 'asked';
  }
  const [last] = questions;
  const reason = last ? (last.state as 'over' | 'closed' | 'notNeeded') : callers.length ? 'unknown' : 'withheld';
  await announce(context, call, textIn(callBackTexts, last?.language ?? language)[reason], last?.language ?? language);
  return reason;
}

type FindingContext = CallBackContext & { find: NonNullable<CallBackContext['find']> };

interface Asking {
  open: readonly CallBackQuestion[];
  numbers: readonly string[];
}

async function askAll(context: FindingContext, call: IncomingCall, { open, numbers }: Asking): Promise<void> {
  const { say } = context;
  const spoken = open.map((question, at) => conversationOf(question, endOf(context, question, at + 1 < open.length)));
  // a person who is connected must not wait for speech
  await Promise.all(textsToSpeak(spoken[0]!).map((text) => say(text, spoken[0]!.state.language)));
  await call.answer();
  for (const [at, { text, state, closing }] of spoken.entries()) {
    if (call.isOver) return;
    const { to } = open[at]!;
    const now = at === 0 ? 'open' : await stateNow(context, numbers, open[at]!);
    if (now !== 'open' && now !== 'shared') {
      const words = textIn(callBackTexts, state.language)[now];
      await call.media.speak([await say(`${words} ${closing}`, state.language)]);
      continue;
    }
    const id = randomBytes(16).toString('hex'); // the caller's own may repeat
    const answer = async (said: string, what: string) => {
      const marked = state.replyCode ? `${said} #${state.replyCode}` : said;
      await context.hear({ receipts: [], replies: [{ id: `callback/${id}/${what}`, from: to, text: marked }] });
    };
    await converse({
      ...{ voice: call.media, ended: call.ended, say, text, state, closing, answer, detectsMachines: false },
      begins: () => {},
      heard: () => {},
      waits: context.waits,
    });
  }
}

/** The state of a question whose alarm may have ended while the caller answered others. */
async function stateNow({ find, log }: FindingContext, numbers: readonly string[], question: CallBackQuestion) {
  try {
    const { questions } = await find(numbers);
    const { replyCode } = question.answer;
    const same = questions.find(({ answer }) => replyCode !== null && answer.replyCode === replyCode);
    return same?.state ?? question.state;
  } catch (error) {
    log.warn({ event: 'sip_call_back_not_renewed', error: (error as Error).name });
    return question.state;
  }
}

/** The last words of a question. */
function endOf({ order }: CallBackContext, { language }: CallBackQuestion, hasNext: boolean): string {
  const texts = textIn(callBackTexts, language);
  if (hasNext) return texts.next;
  return order ? texts.menu : textIn(callTexts, language).bye;
}

/** A number of several people may hear the question, but its keys would count for one of them. */
function conversationOf({ text, language, answer, state }: CallBackQuestion, end: string) {
  const isShared = state === 'shared';
  return {
    text: text.slice(0, spokenLength(text)),
    state: firstState({ language, answer: isShared ? null : answer }, ''),
    closing: isShared ? `${textIn(callBackTexts, language).shared} ${end}` : end,
  };
}

async function announce(context: CallBackContext, call: IncomingCall, text: string, language: Language): Promise<void> {
  const { bye } = textIn(callTexts, language);
  const speech = await context.say(`${text} ${context.order ? textIn(callBackTexts, language).menu : bye}`, language);
  await call.answer();
  await call.media.speak([speech]);
}
