import { type Sink, startSink } from '../faults/sink.ts';
import { type Exchange, startExchange } from './fakes/exchange.ts';
import { type Gateway, startGateway } from './fakes/gateway.ts';
import { type HttpFake, startFront } from './fakes/http-fake.ts';
import { type PushService, startPushService } from './fakes/push-service.ts';
import { type Receiver, startReceiver } from './fakes/receiver.ts';
import { type SipExchange, startSipExchange } from './fakes/sip-exchange.ts';
import { type FakeSmsc, startSmsc } from './fakes/smsc.ts';
import { type SpeechProgram, startSpeechProgram } from './fakes/speech-program.ts';
import { startTwilio, type Twilio } from './fakes/twilio.ts';

/** The fake servers behind the fixtures, available after the start. */
export class FixtureServers {
  sink!: Sink;
  gateway!: Gateway;
  board!: Receiver;
  smsc!: FakeSmsc;
  twilio!: Twilio;
  exchange!: Exchange;
  push!: PushService;
  phones!: SipExchange;
  speech!: SpeechProgram;
  readonly fronts: Record<string, HttpFake> = {};

  /** Returns the fake server in front of another one, by name. */
  before(name: string): { fake: () => HttpFake } {
    return { fake: () => this.fronts[name]! };
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
