import { type FakeSmsc, startSmsc } from '#testing/fakes/smsc.ts';
import { createChannel } from '#testing/messages.ts';
import { smsLedger } from './ledger.ts';
import { type Stage, slots } from './stage.ts';

/** A misbehaving SMS centre, with its channel. */
export interface SmsPost {
  smsc: FakeSmsc;
  channelId: number;
  /** Ids of accepted messages without a response. */
  untold: Set<string>;
  /** Returns a unique number per recipient. */
  address(n: number): string;
}

/** Starts an SMS centre and creates its channel. */
export async function openSms(stage: Stage, settings: Record<string, unknown> = {}): Promise<SmsPost> {
  const smsc = await startSmsc({ password: '' });
  stage.after(() => smsc.stop());
  const channel = await createChannel(stage.db, 'sms', {
    settings: JSON.stringify({
      provider: 'smpp',
      hosts: `127.0.0.1:${smsc.port}`,
      secure: 'none',
      systemId: 'meldekette',
      window: slots,
      ...settings,
    }),
  });
  const untold = new Set<string>();
  stage.source(async () => smsLedger(channel.id, smsc, untold));
  return { smsc, channelId: channel.id, untold, address: (n) => `+49152${10_000_000 + n}` };
}
