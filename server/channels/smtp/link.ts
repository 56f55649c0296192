import { envelopeOf, smtpData } from './envelope.ts';
import { type Failure, SmtpFailure } from './errors.ts';
import type { Letter, SmtpLink, Supply } from './letter.ts';
import type { SmtpReply } from './replies.ts';
import { noReply, type Wire } from './wire.ts';

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

// Most replies come soon or never; the one to a message's end may take ten minutes (RFC 5321, 4.5.3.2.6), and giving up
// earlier creates duplicates.
const replyTimeout = 30_000;
// On its first attempt, an alarm must be written within this time, so that it can use another channel.
const alarmDeadline = 10_000;
const shortestTry = 3_000;
const endTimeout = 600_000;
// Letters behind a slow mail use another connection.
const followerPatience = 1_000;

/**
 * Carries letters one after another. With PIPELINING, an envelope goes in one piece, and the next one follows the
 * current end (RFC 2920), so at most one ended letter is unanswered.
 */
export function linkOver(wire: Wire, supply: Supply): SmtpLink {
  const link = new Link(wire, supply);
  wire.listen(
    (reply) => link.hear(reply),
    (failure) => link.lose(failure),
  );
  return link;
}

/** A letter is opening (envelope sent), ending (all sent), then accepted or refused. */
class Link implements SmtpLink {
  readonly #wire: Wire;
  readonly #supply: Supply;
  readonly #pipelining: boolean;
  readonly #expected: ((reply: SmtpReply) => void)[] = [];
  #opening: Carried | null = null;
  #ending: Carried | null = null;
  #carried = 0;
  #usable = true;
  /** The server still has the envelope of a refused letter. */
  #dirty = false;
  /** The next letter was taken back, but its envelope can't be. */
  #spoilt = false;
  #heardAt = performance.now();
  #idleSince: number | null = this.#heardAt;

  constructor(wire: Wire, supply: Supply) {
    this.#wire = wire;
    this.#supply = supply;
    this.#pipelining = wire.extensions.has('PIPELINING');
  }

  get idleSince(): number | null {
    return this.#idleSince;
  }

  get carriesOther(): boolean {
    return [this.#opening, this.#ending].some((one) => one?.letter.transaction.urgent === false);
  }

  work(): void {
    if (this.#idleSince !== null) this.#heardAt = performance.now();
    this.#takeNext();
  }

  tick(now: number): void {
    if (!this.#opening && !this.#ending) return;
    const waited = this.#ending ? now - this.#ending.endedAt : 0;
    if (this.#ending) this.#supply.answering(waited);
    if (this.#opening && waited > followerPatience) {
      const { letter } = this.#opening;
      this.#opening = null;
      this.#spoilt = true;
      this.#supply.back(letter);
    }
    const isTooLate = !this.#ending && this.#opening && isLate(this.#opening, now);
    if (isTooLate || now - this.#heardAt > (this.#ending ? endTimeout : replyTimeout)) this.lose(noReply());
  }

  quit(): void {
    if (!this.#usable) return;
    this.#usable = false;
    this.#supply.ended(this);
    this.#wire.write('QUIT\r\n');
    setTimeout(this.#wire.close, 1000).unref();
  }

  hear(reply: SmtpReply): void {
    if (!this.#usable) return;
    this.#heardAt = performance.now();
    const next = this.#expected.shift();
    if (reply.code !== 421) {
      if (next) next(reply);
      else this.lose(closed());
      return;
    }
    // nothing else is answered on this connection
    if (next) this.#supply.unwanted();
    if (this.#ending) drop(this.#ending, 'ended', refusal('DATA', reply, 'EMESSAGE'));
    this.#ending = null;
    this.lose(refusal('CONN', reply));
  }

  lose(failure: Failure): void {
    if (!this.#usable) return;
    this.#usable = false;
    const [past, before] = [this.#ending, this.#opening];
    this.#ending = this.#opening = null;
    this.#wire.close();
    this.#supply.ended(this);
    if (past) drop(past, 'ended', failure);
    if (!before) return;
    // the server closed a used connection, or hung over another letter: this one wasn't processed
    if (past || (this.#carried > 1 && failure.code !== 'ETIMEDOUT')) this.#supply.back(before.letter);
    else drop(before, before.isWritten ? 'written' : 'message', failure);
  }

  #takeNext(): void {
    if (!this.#usable || this.#opening || this.#ending) return;
    const commands = this.#startNext(false);
    this.#idleSince = commands ? null : performance.now();
    if (commands) this.#wire.write(commands);
  }

  #startNext(following: boolean): string {
    for (;;) {
      const letter = this.#supply.next(this, following);
      if (!letter) return '';
      const commands = this.#start(letter);
      if (commands) return commands;
    }
  }

  #start(letter: Letter): string {
    try {
      const { mail, rcpt } = envelopeOf(letter.transaction, this.#wire);
      letter.transaction.begin();
      const one: Carried = { letter, failure: null, startedAt: performance.now(), isWritten: false, endedAt: 0 };
      this.#opening = one;
      this.#carried++;
      const reset: Step[] = this.#dirty ? [{ command: 'RSET', line: 'RSET\r\n' }] : [];
      this.#dirty = false;
      return this.#send(one, [
        ...reset,
        { command: 'MAIL FROM', line: mail },
        { command: 'RCPT TO', line: rcpt },
        { command: 'DATA', line: 'DATA\r\n' },
      ]);
    } catch (error) {
      letter.failed(error);
      return '';
    }
  }

  #send(one: Carried, [step, ...more]: Step[]): string {
    if (!step) return '';
    if (this.#pipelining) {
      this.#expected.push((reply) => this.#answered(one, step, reply));
      return step.line + this.#send(one, more);
    }
    this.#expected.push((reply) => {
      this.#answered(one, step, reply);
      if (!this.#usable || step.command === 'DATA') return;
      if (!one.failure) return this.#wire.write(this.#send(one, more));
      this.#dirty = step.command === 'RCPT TO';
      this.#refuse(one);
    });
    return step.line;
  }

  #answered(one: Carried, { command }: Step, reply: SmtpReply) {
    const good = isGood(reply) || (command === 'DATA' && reply.code === 354);
    if (command === 'RSET') return good ? undefined : this.lose(refusal(command, reply));
    if (!good) one.failure ??= refusal(command, reply);
    if (command !== 'DATA') return;
    if (!one.failure) return this.#deliver(one);
    this.#dirty = !good;
    if (!good) return this.#refuse(one);
    // the server waits for a message despite a refusal (RFC 2920, 3.1): an empty one, unless a recipient might get it
    if (one.failure.command !== 'RCPT TO') {
      this.#refuse(one);
      return this.lose(one.failure);
    }
    this.#expected.push(() => this.#refuse(one));
    this.#wire.write('.\r\n');
  }

  #refuse(one: Carried): void {
    this.#opening = null;
    drop(one, 'message', one.failure!);
    this.#takeNext();
  }

  #deliver(one: Carried) {
    const { message, hold } = one.letter.transaction;
    if (hold <= 0) return this.#end(one, `${smtpData(message)}.\r\n`);
    this.#wire.write(smtpData(message));
    one.isWritten = true;
    setTimeout(() => this.#opening === one && this.#end(one, '.\r\n'), hold);
  }

  #end(one: Carried, bytes: string): void {
    this.#opening = null;
    this.#ending = one; // from here on the server may have all of it
    one.endedAt = performance.now();
    this.#expected.push((reply) => {
      this.#ending = null;
      this.#supply.answered(performance.now() - one.endedAt);
      if (isGood(reply)) one.letter.taken(reply.text);
      else drop(one, 'ended', refusal('DATA', reply, 'EMESSAGE'));
      if (this.#spoilt) this.lose(closed());
      else if (!this.#opening) this.#takeNext();
    });
    this.#wire.write(this.#pipelining ? bytes + this.#startNext(true) : bytes);
  }
}

const drop = (one: Carried, stage: 'message' | 'written' | 'ended', failure: Failure): void =>
  one.letter.failed(new SmtpFailure(stage, failure));

const isLate = ({ letter, startedAt }: Carried, now: number): boolean =>
  letter.transaction.hurried === true && now - letter.since > alarmDeadline && now - startedAt > shortestTry;

const isGood = ({ code }: SmtpReply): boolean => code >= 200 && code < 300;

const closed = (): Failure => Object.assign(new Error('connection closed'), { code: 'ECONNECTION' });

const refusal = (command: string, { code, text }: SmtpReply, kind = 'EENVELOPE'): Failure =>
  Object.assign(new Error('refused'), { code: kind, command, response: text, responseCode: code });
