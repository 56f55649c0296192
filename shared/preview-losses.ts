/** What of a message does not arrive on a channel as it was written; translated by the web. */
export const previewLosses = [
  'loss_answers',
  'loss_cut',
  'loss_formatting',
  'loss_links',
  'loss_options',
  'loss_reference',
  'loss_too_long',
] as const;

/** One of them. */
export type PreviewLoss = (typeof previewLosses)[number];
