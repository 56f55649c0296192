import { setTimeout as sleep } from 'node:timers/promises';
import type { DeliveryError, Outgoing, Values } from '#server/channels/channel.ts';
import type { App } from '#server/platform/context.ts';
import type { Sink } from '../faults/sink.ts';
import type { HttpFake, Misbehaviour } from './fakes/http-fake.ts';
import type { PushService, Treatment } from './fakes/push-service.ts';
import type { SipCourse, SipExchange } from './fakes/sip-exchange.ts';
import type { FakeSmsc, Mood } from './fakes/smsc.ts';

/** Rejections, rate limit, wrong credentials, no response, cuts, or a late response. */
export const fateNames = ['refused', 'deferred', 'throttled', 'credentials', 'silent', 'cut', 'lost', 'late'] as const;

/** Setup and expected result of an outcome. */
export interface Fate {
  /** Expected kind of error, or `sent`. */
  kind: DeliveryError['kind'] | 'sent';
  /** By default one if sent, else none. */
  arrived?: number;
  /** Different settings. */
  settings?: () => Values;
  outgoing?: Partial<Outgoing>;
  arrange?(outgoing: Outgoing): void | Promise<void>;
  /** Undoes the setup, if it doesn't end by itself. */
  heal?(outgoing: Outgoing): void | Promise<void>;
}

/** All outcomes; a sentence explains why one can't occur. */
export type Fates = Record<(typeof fateNames)[number], Fate | string>;

/** Returns all outcomes for a provider without a remote server. */
export const noFates = (why: string): Fates =>
  Object.fromEntries(fateNames.map((name) => [name, why])) as Record<(typeof fateNames)[number], string>;

/** Requests without a response until the provider reports an error, and its kind. */
export interface UntoldOverHttp {
  times: number;
  kind: 'unknown' | 'temporary';
  /** The result if accepted before; by default the same. */
  lost?: 'sent';
}

interface OverHttp {
  fake(): HttpFake;
  /** A part of the sending request's path. */
  path: string;
  unknown: UntoldOverHttp;
  /** Settings with a wrong secret. Without it, the fake rejects any secret. */
  wrong?: () => Values;
}

/** Returns the outcomes of an HTTP provider. */
export function httpFates({ fake, path, unknown, wrong }: OverHttp): Fates {
  const by = (how: Misbehaviour, times = 1) => ({ arrange: () => fake().misbehave(how, times, path) });
  const nobodySays = (how: Misbehaviour): Fate => ({ kind: unknown.kind, ...by(how, unknown.times) });
  return {
    refused: { kind: 'permanent', ...by({ status: 400, body: '{}' }) },
    deferred: 'a status of HTTP says nothing of one recipient that might be otherwise later',
    throttled: { kind: 'channel', ...by({ status: 429, headers: { 'retry-after': '47' }, body: '{}' }) },
    credentials: { kind: 'channel', ...(wrong ? { settings: wrong } : by({ status: 401, body: '{}' })) },
    silent: { ...nobodySays('silence'), settings: () => ({ timeout: 1 }) },
    cut: nobodySays('cut'),
    lost: { ...nobodySays('takeAndCut'), kind: unknown.lost ?? unknown.kind, arrived: 1 },
    late: { kind: 'sent', ...by('late') },
  };
}

/** Returns the outcomes of a mail server. */
export function mailFates(sink: () => Sink): Fates {
  const heal = () => sink().behave({});
  return {
    refused: { kind: 'permanent', outgoing: { to: 'a+reject@example.org' } },
    deferred: { kind: 'temporary', outgoing: { to: 'a+defer@example.org' } },
    throttled: { kind: 'channel', arrange: () => sink().behave({ deferSender: true }), heal },
    credentials: { kind: 'channel', settings: () => ({ user: 'alarm', password: 'wrong' }) },
    silent: 'a mail server may take ten minutes for its last word (RFC 5321): pool.test.ts, slow.test.ts',
    cut: { kind: 'temporary', outgoing: { to: 'a+dropDuring@example.org', careful: true } },
    lost: { kind: 'unknown', arrived: 1, outgoing: { to: 'a+acceptThenDrop@example.org', careful: true } },
    late: { kind: 'sent', arrange: () => sink().behave({ delay: 300 }), heal },
  };
}

/** Returns the outcomes of an SMS center. */
export function smscFates(smsc: () => FakeSmsc): Fates {
  const during = (mood: Mood) => ({
    arrange: () => void Object.assign(smsc(), { mood: () => mood }),
    heal: () => void Object.assign(smsc(), { mood: () => null }),
  });
  return {
    refused: { kind: 'permanent', ...during({ status: 0x0b }) },
    deferred: { kind: 'temporary', ...during({ status: 0x08 }) },
    throttled: { kind: 'channel', ...during({ status: 0x58 }) },
    credentials: { kind: 'channel', settings: () => ({ password: 'falsch' }) },
    silent: { kind: 'unknown', arrived: 1, ...during('silence') },
    cut: { kind: 'unknown', ...during('cutBefore') },
    lost: { kind: 'unknown', arrived: 1, ...during('cutAfter') },
    late: {
      kind: 'sent',
      arrange: () => void Object.assign(smsc(), { before: () => sleep(300) }),
      heal: () => void Object.assign(smsc(), { before: async () => {} }),
    },
  };
}

/** Returns the outcomes of a PBX. */
export function sipFates(phones: () => SipExchange): Fates {
  const course = (how: SipCourse) => ({ arrange: ({ to }: Outgoing) => void phones().fates.set(to, [how]) });
  return {
    refused: { kind: 'permanent', ...course({ status: '404 Not Found' }) },
    deferred: { kind: 'temporary', ...course({ status: '486 Busy Here' }) },
    throttled: { kind: 'channel', ...course({ status: '503 Overloaded' }) },
    credentials: { kind: 'channel', settings: () => ({ password: 'falsch-falsch' }) },
    silent: { kind: 'channel', arrived: 1, ...course('silence') },
    cut: { kind: 'temporary', arrived: 1, ...course('drop') },
    lost: 'a call that was heard is over for both sides',
    late: 'a telephone may ring for long: voice-sip.test.ts',
  };
}

/** Returns the outcomes of a push service. */
export function pushFates(app: () => Pick<App, 'db'>, push: () => PushService): Fates {
  const treated = (how: Treatment) => ({
    async arrange({ personId }: Outgoing) {
      const devices = await app().db.selectFrom('devices').select('address').where('personId', '=', personId).execute();
      for (const { address } of devices) push().treat(address, how);
    },
  });
  return {
    refused: { kind: 'permanent', ...treated({ status: 400 }) },
    deferred: { kind: 'temporary', ...treated({ status: 500 }) },
    throttled: { kind: 'channel', ...treated({ status: 429, headers: { 'retry-after': '47' } }) },
    credentials: { kind: 'permanent', ...treated({ status: 403 }) }, // one browser may trust another key
    silent: 'after its patience of 10 s it is as a connection that is cut',
    cut: { kind: 'temporary', ...treated('cut') },
    lost: { kind: 'temporary', arrived: 1, ...treated('takeAndCut') },
    late: { kind: 'sent', ...treated('late') },
  };
}

/** Returns a wrong secret of the same length and form. */
export const wrongSecret = (secret: unknown): string =>
  String(secret).replace(/[a-z0-9](?=[^a-z0-9]*$)/i, (last) => (last === 'x' ? 'y' : 'x'));
