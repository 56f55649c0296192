import { Stack } from '@mantine/core';
import classes from '#web/administration/administration.module.css';
import type { EntityRow } from '#web/fields/frame.ts';
import { SocialAccount } from '#web/messages/social-account/SocialAccount.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { ChannelState } from './ChannelState.tsx';
import { ChannelTest } from './ChannelTest.tsx';
import { MissingContactData } from './MissingContactData.tsx';
import { PublicAddress } from './PublicAddress.tsx';
import { useChannelHealth } from './useChannelHealth.ts';

/** Above a channel's form: its current state, and a test message or the public address. */
export function ChannelHead({ row }: { row: EntityRow }) {
  const state = useChannelHealth(row);
  return (
    <QueryView state={state}>
      {({ channel, personDataTypes }) =>
        channel && (
          <Stack gap="lg" className={classes['above'] ?? ''}>
            <MissingContactData channel={channel} kept={personDataTypes.edges.map(({ node }) => node.fieldType)} />
            <ChannelState channel={channel} />
            <SocialAccount channel={channel} />
            {channel.publicUrl ? (
              <PublicAddress
                url={channel.publicUrl}
                isOnStatusPage={channel.isActive && channel.channelType.identifier === 'webfeed'}
              />
            ) : (
              <ChannelTest channel={channel} onTested={state.refetch} />
            )}
          </Stack>
        )
      }
    </QueryView>
  );
}
