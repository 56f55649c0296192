import type { IconName } from '#web/ui/icons.ts';
import { Sign } from '#web/ui/signs/Sign.tsx';

type Picture = { contentUrl: string } | null;

export type SignedChannelType = {
  identifier: string;
  color?: string | null;
  icon?: Picture;
  secondaryIcon?: Picture;
};

type Props = { channelType: SignedChannelType; size?: number; label?: string };

/** A channel type's sign; decorative without a label. */
export const ChannelSign = ({ channelType, size = 24, label }: Props) => (
  <Sign
    colour={channelType.color ?? 'var(--fill-dark)'}
    picture={channelType.secondaryIcon ?? null}
    lightPicture={channelType.icon ?? null}
    icon={channelIcons[channelType.identifier] ?? 'send'}
    size={size}
    label={label}
  />
);

const channelIcons: Record<string, IconName> = {
  email: 'mail',
  sms: 'message',
  voice: 'call',
  webpush: 'phone',
  social_media: 'share',
  webfeed: 'link',
  cap: 'event',
  webhook: 'link',
  exercise: 'exercise',
};
