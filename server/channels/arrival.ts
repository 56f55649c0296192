import { smsParts, smsSize } from '#shared/sms.ts';
import type { AdapterApp, Outgoing, Values } from './outgoing.ts';

/** One piece of a message as it arrives: a part of an SMS, a post of a thread, an utterance of a call. */
export interface ArrivingPart {
  text: string;
  /** The network or language, if a message goes to several. */
  place?: string;
  /** The number of repetitions in a call; default 1. */
  times?: number;
  /** Length and limit in the place's own measure; absent without a limit. */
  length?: number;
  limit?: number;
}

/** A part of a message that doesn't arrive as written. */
export interface Loss {
  kind: 'cut' | 'too_long' | 'options' | 'reference';
  /** The affected places; absent: all. */
  places?: readonly string[];
  /** The number of characters or answers that arrive. */
  kept?: number;
}

/** A message as it arrives. */
export interface Arrival {
  parts: readonly ArrivingPart[];
  losses?: readonly Loss[];
  /** The encoding of an SMS, which limits its parts; absent for other channels. */
  encoding?: string;
  /** The address of a picture or video. */
  media?: string | null;
  /** The machine-readable message as XML. */
  document?: string;
}

/** The services for an adapter's `arrives`, which sends nothing. */
export type ArrivalApp = Pick<AdapterApp, 'db' | 'publicUrl'>;

/** Returns a message as it arrives; throws the DeliveryError with which sending would fail. */
export type Arrives = (outgoing: Outgoing, settings: Values, app: ArrivalApp) => Arrival | Promise<Arrival>;

/** Returns the text in one piece. */
export const whole: Arrives = ({ text }) => ({ parts: [{ text }] });

/** Returns the parts of an SMS with their lengths. */
export const smsArrival = ({ text }: Pick<Outgoing, 'text'>): Arrival => {
  const { encoding, parts } = smsParts(text);
  const [single, each] = encoding === 'GSM-7' ? [160, 153] : [70, 67];
  const limit = parts.length > 1 ? each : single;
  return { encoding, parts: parts.map((part) => ({ text: part, length: smsSize(part).units, limit })) };
};
