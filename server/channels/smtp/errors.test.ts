import assert from 'node:assert/strict';
import test from 'node:test';
import { type Failure, SmtpFailure, type SmtpStage, smtpDeliveryError } from './errors.ts';

const verdict = (stage: SmtpStage, response: string | null, more: Partial<Failure> = {}) => {
  const code = response === null ? {} : { response, responseCode: Number(response.slice(0, 3)) };
  const failure = Object.assign(new Error('x'), { code: 'EENVELOPE', command: 'RCPT TO', ...code, ...more });
  const error = smtpDeliveryError(new SmtpFailure(stage, failure), 'd.1.1.00000000');
  return `${error.kind} ${error.reason}${error.broken ? ' broken' : ''}${error.policy ? ' policy' : ''}`;
};

test('classifies replies to the recipient', () => {
  const table: [string, string][] = [
    ['450 4.2.1 mailbox busy', 'temporary recipient_deferred'],
    ['451 4.7.1 greylisted', 'temporary recipient_deferred'],
    ['452 4.2.2 over quota', 'temporary mailbox_full'],
    ['452 4.5.3 too many recipients', 'channel channel_limit'],
    ['450 4.7.28 rate', 'channel channel_limit'],
    ['421 4.7.0 too fast', 'channel channel_limit'],
    ['421 4.3.2 shutting down', 'channel channel_unreachable'],
    ['454 4.7.0 later', 'channel channel_limit'],
    ['550 5.1.1 no such user', 'permanent address_unknown'],
    ['550 no such user', 'permanent address_unknown'],
    ['551 5.1.6 moved', 'permanent address_unknown'],
    ['553 5.1.3 bad syntax', 'permanent address_invalid'],
    ['501 syntax', 'permanent address_invalid'],
    ['552 5.2.2 over quota', 'permanent mailbox_full'],
    ['552 too big', 'permanent message_too_large'],
    ['550 5.7.1 refused by policy', 'permanent message_rejected policy'],
    ['530 5.7.0 authentication required', 'channel channel_credentials broken'],
    ['503 bad sequence', 'temporary connection_lost'],
  ];
  for (const [reply, expected] of table) assert.equal(verdict('message', reply), expected, reply);
});

test('a refusal of a recipient that concerns the sender does not blame the address', () => {
  const ofSender = [
    '550 Blocked - see https://lists.example/query/ip/192.0.2.7',
    '550 relay not permitted',
    '550 authentication required',
    '550-Verification failed for the sender\n550 Sender verify failed',
    '550 5.4.5 Daily sending quota exceeded',
    '550 5.1.8 Access denied, bad outbound sender',
    '554 Service unavailable; Client host [192.0.2.7] blocked using zen.spamhaus.org',
    '550 Relaying denied',
    '553 sorry, that domain isn’t in my list of allowed rcpthosts',
    '550 SMTP AUTH is required for message submission',
    '550 5.5.1 You must log in first',
    '550 Sender address rejected: Domain not found',
    '550 5.1.0 <alarm@house.example> sender rejected',
    '550 Your IP has been banned due to bad reputation',
    '550 SPF check failed',
    '550 Too many messages today, limit reached',
    '550 Administrative prohibition',
    '550 Absender nicht berechtigt',
  ];
  for (const reply of ofSender) assert.equal(verdict('message', reply), 'permanent message_rejected policy', reply);
  const ofRecipient = [
    '550 5.1.1 <x@y.example>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.4.1 Recipient address rejected: Access denied',
    '550 Recipient address rejected: User unknown in relay recipient table',
    '550 Requested action not taken: mailbox unavailable',
    '550 Unrouteable address',
    '550 5.2.1 account disabled by policy',
    '550 Empfänger unbekannt',
    '550 invalid recipient',
    '550 nein',
  ];
  for (const reply of ofRecipient) assert.equal(verdict('message', reply), 'permanent address_unknown', reply);
  assert.equal(verdict('message', '550 mailbox is full'), 'permanent mailbox_full');
  assert.equal(verdict('message', '552 User x over quota'), 'permanent mailbox_full');
});

test('replies to the sender concern the channel, replies to the message the message', () => {
  assert.equal(verdict('message', '550 5.7.1 sender refused', { command: 'MAIL FROM' }), 'channel channel_refused');
  assert.equal(verdict('message', '451 4.3.0 later', { command: 'MAIL FROM' }), 'channel channel_unreachable');
  assert.equal(verdict('message', '552 5.3.4 too big', { command: 'MAIL FROM' }), 'permanent message_too_large');
  const data = { command: 'DATA', code: 'EMESSAGE' };
  assert.equal(verdict('ended', '554 5.7.1 spam', data), 'permanent message_rejected policy');
  assert.equal(verdict('ended', '451 4.3.0 later', data), 'temporary recipient_deferred');
  assert.equal(verdict('ended', '421 4.3.0 closing', data), 'channel channel_unreachable');
});

test('without a reply the stage decides: channel before the end of the message, unknown after', () => {
  assert.equal(verdict('message', null, { code: 'ECONNECTION' }), 'channel channel_unreachable');
  assert.equal(verdict('message', null, { code: 'ETIMEDOUT' }), 'channel channel_unreachable');
  assert.equal(verdict('written', null, { code: 'ECONNECTION' }), 'temporary connection_lost');
  assert.equal(verdict('ended', null, { code: 'ECONNECTION' }), 'unknown outcome_unknown');
  assert.equal(verdict('ended', null, { code: 'ETIMEDOUT' }), 'unknown outcome_unknown');
  assert.equal(verdict('message', null, { code: 'EENVELOPE' }), 'permanent address_invalid');
  assert.equal(verdict('message', null, { code: 'EMESSAGE' }), 'permanent message_too_large');
});

test('connecting and signing in concern the channel', () => {
  assert.equal(
    verdict('connect', null, { code: 'ESOCKET', originalCode: 'ECONNREFUSED' }),
    'channel channel_unreachable',
  );
  assert.equal(verdict('connect', null, { code: 'EDNS' }), 'channel channel_unreachable');
  const certificate = { code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT' };
  assert.equal(verdict('connect', null, certificate), 'channel channel_tls broken');
  assert.equal(verdict('connect', '554 5.7.1 go away', { code: 'EPROTOCOL' }), 'channel channel_refused');
  assert.equal(verdict('login', '535 5.7.8 wrong', { code: 'EAUTH' }), 'channel channel_credentials broken');
  assert.equal(verdict('login', '454 4.7.0 later', { code: 'EAUTH' }), 'channel channel_unreachable');
});
