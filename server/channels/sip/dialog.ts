import { headerValues, parseSipAddress, parseSipUri, tagOf } from './header-values.ts';
import { headerOf, type SipHeader, type SipMessage, type SipRequest, type SipResponse } from './message.ts';
import type { HostPort } from './wire.ts';

/** The other end of an answered call. */
export interface Dialog {
  to: string;
  tag: string;
  target: string;
  routes: readonly string[];
  next: HostPort;
}

interface Ways {
  server: HostPort;
  /** Requests go to the server over its connection. */
  isConnected: boolean;
}

/** Returns where requests of a call go (RFC 3261, 12.2.1.1). Host names lead over the server. */
export const dialogOf = (response: SipResponse, ways: Ways, asked: string): Dialog =>
  dialogWith('to', response, headerValues(response, 'record-route').reverse(), { ...ways, asked });

/** The same for a call from the other side (RFC 3261, 12.1.1). */
export const dialogOfCaller = (request: SipRequest, ways: Ways): Dialog =>
  dialogWith('from', request, headerValues(request, 'record-route'), {
    ...ways,
    asked: parseSipAddress(headerOf(request, 'from')).uri,
  });

function dialogWith(
  end: 'from' | 'to',
  message: SipMessage,
  routes: string[],
  { server, isConnected, asked }: Ways & { asked: string },
): Dialog {
  const contact = parseSipAddress(headerValues(message, 'contact')[0] ?? '').uri;
  const target = parseSipUri(contact) ? contact : asked;
  const next = parseSipUri(routes[0] ? parseSipAddress(routes[0]).uri : target);
  const isAddress = next && /^[\d.]+$|:/.test(next.host);
  return {
    to: headerOf(message, end),
    tag: tagOf(message, end),
    target,
    routes,
    next: isConnected || !isAddress ? server : { address: next.host, port: next.port ?? 5060 },
  };
}

/** This end of a call. */
export interface OwnEnd {
  id: string;
  from: string;
  contact: string;
  agent: string;
  number: number;
}

/** Returns a request within a call. */
export function inDialog(method: string, { to, target, routes }: Dialog, own: OwnEnd): SipRequest {
  const headers: SipHeader[] = [
    ['max-forwards', '70'],
    ...routes.map((route): SipHeader => ['route', route]),
    ['from', own.from],
    ['to', to],
    ['call-id', own.id],
    ['cseq', `${own.number} ${method}`],
    ['contact', own.contact],
    ['user-agent', own.agent],
  ];
  return { method, uri: target, headers, body: '' };
}
