import { Anchor, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { networkName } from '#shared/network-names.ts';
import { useData } from '#web/lib/data.ts';
import { graphql, type ResultOf } from '#web/lib/gql.ts';

const SocialAccountQuery = graphql(`
  query SocialAccount($channel: ID!) {
    socialMediaAccount(channel: $channel) {
      title plan email
      socialAccounts { platform displayName profileUrl }
    }
  }
`);

type Account = NonNullable<ResultOf<typeof SocialAccountQuery>['socialMediaAccount']>;
type Props = { channel: { id: string; channelType: { identifier: string } } };

export function SocialAccount({ channel }: Props) {
  const { t } = useTranslation('messages');
  const isSocial = channel.channelType.identifier === 'social_media';
  const { data, error, loading } = useData(SocialAccountQuery, { channel: channel.id }, { pause: !isSocial });
  const account = data?.socialMediaAccount;
  if (!isSocial || (data && !account)) return null;
  return (
    <Text component="div" fz="sm" c="gray.6" aria-busy={loading}>
      {t('account.title')}: {error && t('account.unknown')}
      {loading && t('account.loading')}
      {account && <Summary account={account} />}
    </Text>
  );
}

function Summary({ account: { title, plan, email, socialAccounts } }: { account: Account }) {
  const { t } = useTranslation('messages');
  const about = [title, email, plan && t('account.plan', { plan })].filter(Boolean).join(' · ');
  return (
    <>
      {about}
      {about && socialAccounts.length > 0 && ' – '}
      {socialAccounts.map(({ platform, displayName, profileUrl }, at) => {
        const name = [networkName(platform), displayName].filter(Boolean).join(': ');
        return (
          <Fragment key={`${platform}${displayName}`}>
            {at > 0 && ' · '}
            {profileUrl ? (
              <Anchor href={profileUrl} target="_blank" rel="noreferrer" inherit>
                {name}
              </Anchor>
            ) : (
              name
            )}
          </Fragment>
        );
      })}
      {!about && socialAccounts.length === 0 && t('account.none')}
    </>
  );
}
