import { envelopeOf, smtpData, type Transaction } from './envelope.ts';
import { type Failure, SmtpFailure } from './errors.ts';
import type { SmtpReply } from './replies.ts';
import { noReply, type Wire } from './wire.ts';

/** A mail in transit to a server. */
export interface Letter {
  transaction: Transaction;
  /** The start of its wait. */
  since: number;
  /** Its connection was lost before any of it was written. */
  cameBack: boolean;
  taken(reply: string): void;
  failed(error: unknown): void;
}

/** The source of a link's letters. */
export interface Supply {
  /** The next letter for a link; `following` when it would wait there behind another. */
  next(link: SmtpLink, following: boolean): Letter | undefined;
  /** Takes a letter back of which nothing was written. */
  back(letter: Letter): void;
  /** Receives the milliseconds that the server took to accept a mail, or has taken so far. */
  answered(milliseconds: number): void;
  answering(milliseconds: number): void;
  /** The server is closing the connection, and said so in response to a command. */
  unwanted(): void;
  ended(link: SmtpLink): void;
}

/** A connection to a mail server that carries one letter after the other. */
export interface SmtpLink {
  /** Since when it has nothing to carry; null while it has. */
  readonly idleSince: number | null;
  /** Carries a letter that isn't an alarm. */
  readonly carriesOther: boolean;
  /** Takes the next letters from the supply. */
  work(): void;
  /** Call this periodically: detects a silent server. */
  tick(now: number): void;
  quit(): void;
}

interface Carried {
  letter: Letter;
  failure: Failure | null;
  startedAt: number;
  /** Everything but its end has been written. */
  isWritten: boolean;
  endedAt: number;
}

interface Step {
  command: 'RSET' | 'MAIL FROM' | 'RCPT TO' | 'DATA';
  line: string;
}

// Most replies come soon or never; the one to a message's end may take ten minutes (RFC 5321, 4.5.3.2.6), and giving up earlier
// creates duplicates.
const replyTimeout = 30_000;
// On its first attempt, an alarm must be written within this time after it enters the pool, so that it can use another channel; a
// slow server gets it later. After a long connection setup, it still gets a moment.
const alarmDeadline = 10_000;
const shortestTry = 3_000;
const endTimeout = 600_000;
// Letters behind a mail that the server processes for longer use another connection.
const followerPatience = 1_000;

/**
 * Carries letters one after another. With PIPELINING, sender, recipient and DATA go in one piece, and the next letter's follow
 * the end of the current one (RFC 2920). So at most one ended letter is unanswered, and only the envelope of the next is written.
 */
export function linkOver(wire: Wire, supply: Supply): SmtpLink {
  const pipelining = wire.extensions.has('PIPELINING');
  const expected: ((reply: SmtpReply) => void)[] = [];
  let opening: Carried | null = null;
  let ending: Carried | null = null;
  let carried = 0;
  let usable = true;
  /** The server still has the envelope of a refused letter. */
  let dirty = false;
  /** The letter behind the ending one was taken back, but its envelope can't be. */
  let spoilt = false;
  let heardAt = performance.now();
  let idleSince: number | null = heardAt;

  const drop = (one: Carried, stage: 'message' | 'written' | 'ended', failure: Failure) =>
    one.letter.failed(new SmtpFailure(stage, failure));
  const lose = (failure: Failure) => {
    if (!usable) return;
    usable = false;
    const [past, before] = [ending, opening];
    ending = opening = null;
    wire.close();
    supply.ended(link);
    if (past) drop(past, 'ended', failure);
    if (!before) return;
    // the server gave up a known connection, or fell silent over another letter: this one wasn't processed
    if (past || (carried > 1 && failure.code !== 'ETIMEDOUT')) supply.back(before.letter);
    else drop(before, before.isWritten ? 'written' : 'message', failure);
  };
  const refuse = (one: Carried) => {
    opening = null;
    drop(one, 'message', one.failure!);
    work();
  };
  const answered = (one: Carried, { command }: Step, reply: SmtpReply) => {
    const good = isGood(reply) || (command === 'DATA' && reply.code === 354);
    if (command === 'RSET') return good ? undefined : lose(refusal(command, reply));
    if (!good) one.failure ??= refusal(command, reply);
    if (command !== 'DATA') return;
    if (!one.failure) return deliver(one);
    dirty = !good;
    if (!good) return refuse(one);
    // the server waits for a message despite a refusal (RFC 2920, 3.1): an empty one, unless a recipient might receive that
    if (one.failure.command !== 'RCPT TO') {
      refuse(one);
      return lose(one.failure);
    }
    expected.push(() => refuse(one));
    wire.write('.\r\n');
  };
  const send = (one: Carried, [step, ...more]: Step[]): string => {
    if (!step) return '';
    if (pipelining) {
      expected.push((reply) => answered(one, step, reply));
      return step.line + send(one, more);
    }
    expected.push((reply) => {
      answered(one, step, reply);
      if (!usable || step.command === 'DATA') return;
      if (!one.failure) return wire.write(send(one, more));
      dirty = step.command === 'RCPT TO';
      refuse(one);
    });
    return step.line;
  };
  const start = (letter: Letter): string => {
    try {
      const { mail, rcpt } = envelopeOf(letter.transaction, wire);
      letter.transaction.begin();
      const one: Carried = { letter, failure: null, startedAt: performance.now(), isWritten: false, endedAt: 0 };
      opening = one;
      carried++;
      const reset: Step[] = dirty ? [{ command: 'RSET', line: 'RSET\r\n' }] : [];
      dirty = false;
      return send(one, [
        ...reset,
        { command: 'MAIL FROM', line: mail },
        { command: 'RCPT TO', line: rcpt },
        { command: 'DATA', line: 'DATA\r\n' },
      ]);
    } catch (error) {
      letter.failed(error);
      return '';
    }
  };
  const startNext = (following: boolean): string => {
    for (;;) {
      const letter = supply.next(link, following);
      if (!letter) return '';
      const commands = start(letter);
      if (commands) return commands;
    }
  };
  const deliver = (one: Carried) => {
    const { message, hold } = one.letter.transaction;
    if (hold <= 0) return end(one, `${smtpData(message)}.\r\n`);
    wire.write(smtpData(message));
    one.isWritten = true;
    setTimeout(() => opening === one && end(one, '.\r\n'), hold);
  };
  const end = (one: Carried, bytes: string) => {
    opening = null;
    ending = one; // from here on the server may have all of it
    one.endedAt = performance.now();
    expected.push((reply) => {
      ending = null;
      supply.answered(performance.now() - one.endedAt);
      if (isGood(reply)) one.letter.taken(reply.text);
      else drop(one, 'ended', refusal('DATA', reply, 'EMESSAGE'));
      if (spoilt) lose(closed());
      else if (!opening) work();
    });
    wire.write(pipelining ? bytes + startNext(true) : bytes);
  };
  const work = () => {
    if (!usable || opening || ending) return;
    const commands = startNext(false);
    idleSince = commands ? null : performance.now();
    if (commands) wire.write(commands);
  };
  const hear = (reply: SmtpReply) => {
    if (!usable) return;
    heardAt = performance.now();
    const next = expected.shift();
    if (reply.code !== 421) return next ? next(reply) : lose(closed());
    // in any case, nothing else is answered on this connection
    if (next) supply.unwanted();
    if (ending) drop(ending, 'ended', refusal('DATA', reply, 'EMESSAGE'));
    ending = null;
    lose(refusal('CONN', reply));
  };
  const link: SmtpLink = {
    get idleSince() {
      return idleSince;
    },
    get carriesOther() {
      return [opening, ending].some((one) => one?.letter.transaction.urgent === false);
    },
    work() {
      if (idleSince !== null) heardAt = performance.now();
      work();
    },
    tick(now) {
      if (!opening && !ending) return;
      const waited = ending ? now - ending.endedAt : 0;
      if (ending) supply.answering(waited);
      if (opening && waited > followerPatience) {
        const { letter } = opening;
        opening = null;
        spoilt = true;
        supply.back(letter);
      }
      if ((!ending && opening && isLate(opening, now)) || now - heardAt > (ending ? endTimeout : replyTimeout))
        lose(noReply());
    },
    quit() {
      if (!usable) return;
      usable = false;
      supply.ended(link);
      wire.write('QUIT\r\n');
      setTimeout(wire.close, 1000).unref();
    },
  };
  wire.listen(hear, lose);
  return link;
}

const isLate = ({ letter, startedAt }: Carried, now: number): boolean =>
  letter.transaction.hurried === true && now - letter.since > alarmDeadline && now - startedAt > shortestTry;

const isGood = ({ code }: SmtpReply): boolean => code >= 200 && code < 300;

const closed = (): Failure => Object.assign(new Error('connection closed'), { code: 'ECONNECTION' });

const refusal = (command: string, { code, text }: SmtpReply, kind = 'EENVELOPE'): Failure =>
  Object.assign(new Error('refused'), { code: kind, command, response: text, responseCode: code });
