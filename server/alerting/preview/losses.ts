import type { Loss } from '#server/channels/arrival.ts';
import type { MessageShape } from '#server/channels/channel.ts';
import type { PreviewLoss } from '#shared/preview-losses.ts';

/** A missing part with places (none: all) and the arriving amount. */
export interface LostPart {
  loss: PreviewLoss;
  places: readonly string[];
  kept: number | null;
}

interface Written {
  content: string;
  text: string;
  asks: boolean;
  /** The channel addresses people instead of publishing. */
  addresses: boolean;
}

const carries: Readonly<Record<MessageShape, { formatting: boolean; links: boolean }>> = {
  short: { formatting: false, links: true },
  voice: { formatting: false, links: false },
  notice: { formatting: false, links: true },
  mail: { formatting: true, links: true },
  post: { formatting: false, links: true },
};

const formatting = /<(?:b|strong|i|em|u|s|h[1-4]|blockquote)(?:\s[^<>]*)?>/i;

/** Returns the parts that a channel can't carry. */
export function lossesOf(shape: MessageShape, written: Written, said: readonly Loss[]): LostPart[] {
  const { content, text, asks, addresses } = written;
  const of = (loss: PreviewLoss): LostPart => ({ loss, places: [], kept: null });
  return [
    ...said.map(({ kind, places = [], kept = null }): LostPart => ({ loss: `loss_${kind}`, places, kept })),
    ...(asks && !addresses ? [of('loss_answers')] : []),
    ...(!carries[shape].links && /https?:\/\//i.test(text) ? [of('loss_links')] : []),
    ...(!carries[shape].formatting && formatting.test(content) ? [of('loss_formatting')] : []),
  ];
}
