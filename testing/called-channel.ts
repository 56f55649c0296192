import type { Hear, Sender, Values } from '#server/channels/channel.ts';
import { openSip, type SipWaits } from '#server/channels/sip/send.ts';
import { callProgram, type SipCaller } from './fakes/sip-caller.ts';
import { type SipExchange, startSipExchange } from './fakes/sip-exchange.ts';
import { startSpeechProgram } from './fakes/speech-program.ts';
import { until } from './until.ts';

/** A telephone system at which channels register, and telephones that call them. */
export interface CalledChannels {
  exchange: SipExchange;
  /** Opens a channel with these settings; resolves when it is registered, with its port. */
  open(app: Parameters<typeof openSip>[1], hear: Hear, more: Values, waits?: Partial<SipWaits>): Promise<OpenedChannel>;
  dial(port: number, more?: Partial<Parameters<typeof callProgram>[0]>): Promise<SipCaller>;
  /** Ends the calls and channels of a test. */
  close(): Promise<void>;
  stop(): Promise<void>;
}

interface OpenedChannel {
  sender: Sender;
  port: number;
}

export const quickConversation: SipWaits['conversation'] = {
  greeting: { quiet: 50, speech: 4_000, longest: 300 },
  ...{ key: 1_000, pause: 50, again: 20 },
};

export async function startCalledChannels(): Promise<CalledChannels> {
  const [exchange, speech] = await Promise.all([startSipExchange(), startSpeechProgram()]);
  const opened: { close(): unknown }[] = [];
  return {
    exchange,
    async open(app, hear, more, waits) {
      exchange.contacts.clear();
      const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password, lines: 4 };
      const quick = { again: [50, 200] as const, close: 100, conversation: quickConversation };
      const sender = openSip({ ...access, ...more }, app, hear, { ...quick, ...waits });
      opened.push(sender);
      const contact = await until(() => [...exchange.contacts.keys()][0]);
      return { sender, port: Number(/:(\d+)$/.exec(contact)![1]) };
    },
    async dial(port, more) {
      const caller = await callProgram({ port, from: '"Anna" <sip:+4915190000001@anlage>', ...more });
      opened.push({ close: () => caller.stop() });
      return caller;
    },
    async close() {
      for (const one of opened.splice(0).reverse()) await one.close();
    },
    async stop() {
      await exchange.stop();
      await speech.stop();
    },
  };
}
