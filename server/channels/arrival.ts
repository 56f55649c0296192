import { smsParts, smsSize } from '#shared/sms.ts';
import type { AdapterApp, Outgoing, Values } from './outgoing.ts';

/** One piece of a message as it arrives: a part of an SMS, a post of a thread, what is said in a call. */
export interface ArrivingPart {
  text: string;
  /** Where it arrives when a message goes to several places: the name of a network, of a language. */
  place?: string;
  /** How often it is said; once when absent. */
  times?: number;
  /** How long it is and may be, as the place measures; absent where nothing limits it. */
  length?: number;
  limit?: number;
}

/** What of a message does not arrive as it was written. */
export interface Loss {
  kind: 'cut' | 'too_long' | 'options' | 'reference';
  /** The places it holds for; none: all. */
  places?: readonly string[];
  /** How many characters or answers do arrive. */
  kept?: number;
}

/** What arrives of a message. */
export interface Arrival {
  parts: readonly ArrivingPart[];
  losses?: readonly Loss[];
  /** How an SMS is encoded, which decides how much each part holds; absent where nothing is counted so. */
  encoding?: string;
  /** The address of a picture or video that goes along. */
  media?: string | null;
  /** What programs read: the message as XML. */
  document?: string;
}

/** What an adapter may use to say what arrives; nothing is sent by it. */
export type ArrivalApp = Pick<AdapterApp, 'db' | 'publicUrl'>;

/** Says what arrives of a message; throws the DeliveryError with which sending it would fail. */
export type Arrives = (outgoing: Outgoing, settings: Values, app: ArrivalApp) => Arrival | Promise<Arrival>;

/** The text in one piece. */
export const whole: Arrives = ({ text }) => ({ parts: [{ text }] });

/** The parts in which an SMS travels, each with its characters. */
export const smsArrival = ({ text }: Pick<Outgoing, 'text'>): Arrival => {
  const { encoding, parts } = smsParts(text);
  const [single, each] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
  const limit = parts.length > 1 ? each : single;
  return { encoding, parts: parts.map((part) => ({ text: part, length: smsSize(part).units, limit })) };
};
