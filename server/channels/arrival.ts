import { smsParts, smsSize } from '#shared/sms.ts';
import type { AdapterApp, Outgoing, Values } from './outgoing.ts';

/** One piece of a message as it arrives: a part of an SMS, a post, an utterance. */
export interface ArrivingPart {
  text: string;
  place?: string;
  /** Repetitions in a call; default 1. */
  times?: number;
  /** Length and limit in the place's measure. */
  length?: number;
  limit?: number;
}

/** A part of a message that doesn't arrive as written. */
export interface Loss {
  kind: 'cut' | 'too_long' | 'options' | 'reference';
  /** The affected places; absent: all. */
  places?: readonly string[];
  /** Characters or answers that arrive. */
  kept?: number;
}

/** A message as it arrives. */
export interface Arrival {
  parts: readonly ArrivingPart[];
  losses?: readonly Loss[];
  /** The encoding of an SMS. */
  encoding?: string;
  /** The address of a picture or video. */
  media?: string | null;
  /** The machine-readable message as XML. */
  document?: string;
}

/** The services for `arrives`, which sends nothing. */
export type ArrivalApp = Pick<AdapterApp, 'db' | 'publicUrl'>;

/** Returns a message as it arrives; throws the DeliveryError of sending. */
export type Arrives = (outgoing: Outgoing, settings: Values, app: ArrivalApp) => Arrival | Promise<Arrival>;

/** Returns the text in one piece. */
export const whole: Arrives = ({ text }) => ({ parts: [{ text }] });

export const smsArrival = ({ text }: Pick<Outgoing, 'text'>): Arrival => {
  const { encoding, parts } = smsParts(text);
  const [single, each] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
  const limit = parts.length > 1 ? each : single;
  return { encoding, parts: parts.map((part) => ({ text: part, length: smsSize(part).units, limit })) };
};
