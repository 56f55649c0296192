/** Losses of a message on a channel. */
export const previewLosses = [
  'loss_answers',
  'loss_cut',
  'loss_formatting',
  'loss_links',
  'loss_options',
  'loss_reference',
  'loss_too_long',
] as const;

export type PreviewLoss = (typeof previewLosses)[number];
