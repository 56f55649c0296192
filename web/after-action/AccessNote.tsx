import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useData } from '#web/lib/data.ts';
import { graphql } from '#web/lib/gql.ts';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';

const EvaluationQuery = graphql(`
  query PersonEvaluation { worksCouncilMode { isOn since reason } }
`);

/** Explains why data about single people is missing, or since when it stays visible after events. */
export function AccessNote({ access }: { access: string }) {
  const { t } = useTranslation('worksCouncil');
  const { data } = useData(EvaluationQuery, {});
  const mode = data?.worksCouncilMode;
  if (access !== 'open') {
    const reason = access === 'ended' ? 'ended' : 'notPermitted';
    return (
      <Alert color="blue" variant="light" icon={<Icon name="lock" />} title={t(`hidden.${reason}`)}>
        {t(`hidden.${reason}Text`)}
      </Alert>
    );
  }
  if (!mode?.since || mode.isOn) return null;
  return (
    <Alert color="yellow" variant="light" icon={<Icon name="info" />}>
      {t('hidden.evaluated')} <DateTime value={mode.since} />: {mode.reason}
    </Alert>
  );
}
