import { Alert, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProblemText } from '#web/messages/ReasonText.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Advice, useIsObstacle } from './Advice.tsx';
import type { ChannelHealth } from './queries.ts';

/** Explains since when and why a channel can't send or receive, with its last success and failure. */
export function ChannelState({ channel }: { channel: ChannelHealth }) {
  const { t } = useTranslation('administration');
  const { trouble, troubleAt, troubleDetail, hearingTrouble, hearingTroubleAt, hearingTroubleDetail } = channel;
  return (
    <>
      {trouble && (
        <Trouble colour="red" title={t('channel.troubled')} reason={trouble} since={troubleAt} detail={troubleDetail} />
      )}
      {hearingTrouble && (
        <Trouble
          colour="yellow"
          title={t('channel.deaf')}
          reason={hearingTrouble}
          since={hearingTroubleAt}
          detail={hearingTroubleDetail}
        />
      )}
      {!trouble && !hearingTrouble && lastWentWell(channel) && (
        <Alert color="green" icon={<Icon name="checkCircle" />}>
          {t('channel.healthy')}
        </Alert>
      )}
      <Lately channel={channel} />
    </>
  );
}

/** False for a channel that was never tried or failed last. */
const lastWentWell = ({ lastSuccessAt, lastFailureAt }: ChannelHealth): boolean =>
  lastSuccessAt !== null && (lastFailureAt === null || Date.parse(lastSuccessAt) > Date.parse(lastFailureAt));

function Lately({
  channel: { lastSuccessAt, lastFailureAt, lastFailure, lastFailureDetail },
}: {
  channel: ChannelHealth;
}) {
  const { t } = useTranslation('administration');
  const problem = useProblemText();
  return (
    <Stack gap={4}>
      <Text>
        {t('channel.lastSuccess')}: {lastSuccessAt ? <DateTime value={lastSuccessAt} /> : t('channel.unproven')}
      </Text>
      <Text>
        {t('channel.lastFailure')}:{' '}
        {lastFailureAt && lastFailure ? (
          <>
            <DateTime value={lastFailureAt} /> – {problem(lastFailure)}
            {lastFailureDetail && <Words detail={lastFailureDetail} />}
          </>
        ) : (
          t('channel.never')
        )}
      </Text>
    </Stack>
  );
}

function Words({ detail }: { detail: string }) {
  const { t } = useTranslation('administration');
  const isObstacle = useIsObstacle();
  if (isObstacle(detail)) return null; // the advice explains built-in codes
  return (
    <>
      {' '}
      {t('channel.providerSays')} <q style={{ overflowWrap: 'anywhere' }}>{detail}</q>
    </>
  );
}

type TroubleProps = { colour: string; title: string; reason: string; since: string | null; detail: string | null };

function Trouble({ colour, title, reason, since, detail }: TroubleProps) {
  const { t } = useTranslation('administration');
  const problem = useProblemText();
  return (
    <Alert color={colour} icon={<Icon name="crossCircle" />} title={title}>
      {t('channel.because', { reason: problem(reason) })}
      {since && (
        <>
          {' '}
          {t('channel.began')} <DateTime value={since} />.
        </>
      )}
      {detail && (
        <Text inherit>
          <Words detail={detail} />
        </Text>
      )}
      <Advice reason={reason} detail={detail} />
    </Alert>
  );
}
