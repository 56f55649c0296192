import type { Responses } from './client-transaction.ts';
import { type Dialog, inDialog, type OwnEnd } from './dialog.ts';
import { cseqOf, type SipHeader, type SipRequest } from './message.ts';
import type { SentRequest } from './transactions.ts';
import type { HostPort } from './wire.ts';

/** Sends a request, with credentials if asked; `sent` gets each request. */
export type AskSip = (
  request: SipRequest,
  to: HostPort,
  responses: Responses & { sent(sent: SentRequest): void },
) => void;

export interface Invitation {
  uri: string;
  from: string;
  /** The offer of sound. */
  offer: string;
}

export function inviteRequest({ uri, offer }: Invitation, own: OwnEnd): SipRequest {
  const headers: SipHeader[] = [
    ['max-forwards', '70'],
    ['from', own.from],
    ['to', `<${uri}>`],
    ['call-id', own.id],
    ['cseq', `${own.number} INVITE`],
    ['contact', own.contact],
    ['allow', 'INVITE, ACK, CANCEL, BYE, OPTIONS'],
    ['user-agent', own.agent],
    ['content-type', 'application/sdp'],
  ];
  return { method: 'INVITE', uri, headers, body: offer };
}

const repeatedByCancel = ['max-forwards', 'from', 'to', 'call-id', 'route', 'user-agent'];

/** Returns the request that ends the ringing of an INVITE. */
export function cancelRequest(invite: SipRequest): SipRequest {
  const headers: SipHeader[] = [
    ...invite.headers.filter(([name]) => repeatedByCancel.includes(name)),
    ['cseq', `${cseqOf(invite)?.number ?? 0} CANCEL`],
  ];
  return { method: 'CANCEL', uri: invite.uri, headers, body: '' };
}

const goodbyeTimeout = 2_000;

/** Hangs up; resolves when the other side knows, or doesn't react. */
export function sayGoodbye(ask: AskSip, dialog: Dialog, own: OwnEnd): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, goodbyeTimeout);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    ask(inDialog('BYE', dialog, own), dialog.next, {
      sent: () => {},
      response: ({ status }) => status >= 200 && done(),
      failed: done,
    });
  });
}
