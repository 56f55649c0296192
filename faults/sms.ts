import { createChannel } from '#testing/messages.ts';
import { type Smsc, startSmsc } from '#testing/peers/smsc.ts';
import { smsLedger } from './ledger.ts';
import { type Stage, slots } from './stage.ts';

/** An SMS centre that misbehaves, and the channel over it. */
export interface SmsPost {
  smsc: Smsc;
  channelId: number;
  /** Ids of what it took without saying so. */
  untold: Set<string>;
  /** A number of its own for each recipient. */
  address(n: number): string;
}

/** Starts an SMS centre and makes a channel over it. */
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
