import { type Sink, startSink } from '../faults/sink.ts';
import { type Exchange, startExchange } from './peers/exchange.ts';
import { type Gateway, startGateway } from './peers/gateway.ts';
import { type HttpPeer, startFront } from './peers/http-peer.ts';
import { type PushService, startPushService } from './peers/push-service.ts';
import { type Receiver, startReceiver } from './peers/receiver.ts';
import { type SipExchange, startSipExchange } from './peers/sip-exchange.ts';
import { type FakeSmsc, startSmsc } from './peers/smsc.ts';
import { type SpeechProgram, startSpeechProgram } from './peers/speech-program.ts';
import { startTwilio, type Twilio } from './peers/twilio.ts';

/** The fake servers behind the fixtures, available after the start. */
export class BenchServers {
  sink!: Sink;
  gateway!: Gateway;
  board!: Receiver;
  smsc!: FakeSmsc;
  twilio!: Twilio;
  exchange!: Exchange;
  push!: PushService;
  phones!: SipExchange;
  speech!: SpeechProgram;
  readonly fronts: Record<string, HttpPeer> = {};

  /** Returns the fake server in front of another one, by name. */
  before(name: string): { peer: () => HttpPeer } {
    return { peer: () => this.fronts[name]! };
  }

  async start(): Promise<void> {
    [this.sink, this.gateway, this.board, this.smsc] = await Promise.all([
      startSink(),
      startGateway(),
      startReceiver(),
      startSmsc(),
    ]);
    [this.twilio, this.exchange, this.push] = await Promise.all([startTwilio(), startExchange(), startPushService()]);
    [this.phones, this.speech] = await Promise.all([startSipExchange(), startSpeechProgram()]);
    const behind = {
      gateway: () => this.gateway.url,
      board: () => this.board.url,
      sms: () => this.twilio.url,
      calls: () => this.exchange.url,
    };
    for (const [name, url] of Object.entries(behind)) this.fronts[name] = await startFront(url);
  }

  async stop(): Promise<void> {
    const { sink, gateway, board, smsc, twilio, exchange, push, phones, speech, fronts } = this;
    const all = [sink, gateway, board, smsc, twilio, exchange, push, phones, speech, ...Object.values(fronts)];
    await Promise.all(all.map((server) => server.stop()));
  }
}
