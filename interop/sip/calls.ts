import type { DeliveryError, Hear, Outgoing, Values } from '#server/channels/channel.ts';
import { createLog } from '#server/platform/log.ts';

export const app = { log: createLog('silent') };
export const trunkSettings = (port: number, more: Values = {}): Values => ({
  server: `127.0.0.1:${port}`,
  user: 'haus',
  password: 'geheim',
  transport: 'udp',
  register: false,
  ring: 5,
  calls: 3,
  lines: 250,
  perSecond: 50,
  ...more,
});

const options = [
  { code: '1', label: 'Ich komme', askMinutes: true },
  { code: '2', label: 'Ich komme nicht', askMinutes: false },
];
export const outgoing = (to: string, more: Partial<Outgoing> = {}): Outgoing => ({
  recipientId: 1,
  generation: 1,
  personId: null,
  to,
  key: to,
  subject: '',
  text: 'Probe.',
  html: null,
  urgent: true,
  careful: false,
  begin: () => {},
  ...more,
});

export const endOf = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'sent',
    ({ kind, reason }: DeliveryError) => `${kind} ${reason}`,
  );

/** The answers over a channel. */
export function hearing(): { hear: Hear; replies: string[]; registered: () => boolean } {
  const replies: string[] = [];
  let isRegistered = false;
  const hear: Hear = Object.assign(
    async (heard: Parameters<Hear>[0]) => void replies.push(...heard.replies.map(({ text }) => text)),
    {
      trouble: (reason: unknown) => {
        isRegistered = reason === null;
      },
    },
  );
  return { hear, replies, registered: () => isRegistered };
}

export const answerable = {
  text: 'Bitte kommen Sie.',
  answer: { url: 'https://krise.example.org/a', options, replyCode: null },
};
