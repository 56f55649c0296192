import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { channelNames } from '#web/reports/release.ts';
import { useTextLanguages } from '#web/reports/text-languages.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ChannelsInTurn, comesInTurn } from './ChannelsInTurn.tsx';
import { isFine } from './Limits.tsx';
import { useLikelyWords } from './likely-words.ts';
import { countPeople } from './PreflightResult.tsx';
import type { Preflight } from './queries.ts';
import { reachingDrafts } from './reaching.ts';
import classes from './SendDialog.module.css';

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  preflight: Preflight;
  /** Text and recipients. */
  about: ReactNode;
  /** Everything stays in the exercise mailbox. */
  staysInside: boolean;
};

/** Lists the content to be sent, line by line. */
export function SendFacts({ report, drafts, preflight, about, staysInside }: Props) {
  const { t } = useTranslation('drafts');
  const languages = useTextLanguages(report);
  const reaching = reachingDrafts(drafts, preflight);
  const { now, later } = countPeople(preflight);
  return (
    <ul className={classes['facts']}>
      <li>
        <Icon name="message" size={20} /> {report.title}
      </li>
      <li>
        <Icon name="language" size={20} /> {languages.words}
      </li>
      {about}
      {comesInTurn(preflight) ? (
        <ChannelsInTurn preflight={preflight} />
      ) : (
        <li>
          <Icon name="send" size={20} /> {t('dialog.channels', { names: channelNames(reaching) })}
        </li>
      )}
      {staysInside && now > 0 && (
        <li>
          <Icon name="exercise" size={20} /> {t('dialog.inside', { count: now })}
        </li>
      )}
      {preflight.unreachableCount > 0 && (
        <li className={classes['missed']}>
          <Icon name="event" size={20} /> {t('dialog.unreachable', { count: preflight.unreachableCount })}
        </li>
      )}
      {later > 0 && (
        <li>
          <Icon name="pause" size={20} /> {t('dialog.later', { count: later })}
        </li>
      )}
      <LikelyFacts preflight={preflight} />
      {preflight.limits.length > 0 && (
        <li>
          <Icon name="checkCircle" size={20} /> {t(report.standDown.on ? 'dialog.standDown' : 'dialog.noStandDown')}
        </li>
      )}
      {preflight.ends && <EndFacts ends={preflight.ends} />}
    </ul>
  );
}

function EndFacts({ ends }: { ends: NonNullable<Preflight['ends']> }) {
  const { t } = useTranslation('drafts');
  const parts = [
    ...(ends.reserve > 0 ? [t('dialog.ends.reserve', { count: ends.reserve })] : []),
    ...ends.waiting.map(({ channel, recipients }) =>
      t('dialog.ends.waiting', { count: recipients, name: channel.name }),
    ),
    ...(ends.followUps > 0 ? [t('dialog.ends.followUps', { count: ends.followUps })] : []),
  ];
  return (
    <li>
      <Icon name="checkCircle" size={20} />{' '}
      <span>{[t('dialog.ends.alarm'), parts.length > 0 && `${parts.join(', ')}.`].filter(Boolean).join(' ')}</span>
    </li>
  );
}

const FEW = 3;

/** Stop limits likely to be missed, or the likely attendees. */
function LikelyFacts({ preflight: { limits, likely } }: { preflight: Preflight }) {
  const { t } = useTranslation('drafts');
  const words = useLikelyWords();
  const doubtful = limits.filter((limit) => !isFine(limit));
  const lines = doubtful.map(({ group, needed, likely: expected }) => ({
    key: group.id,
    text: t('dialog.likely', { name: group.name, likely: words.range(expected), count: needed }),
  }));
  const shown =
    doubtful.length > FEW ? [{ key: 'many', text: t('dialog.likelyMany', { count: doubtful.length }) }] : lines;
  if (likely) shown.push({ key: 'all', text: words.range(likely) });
  return shown.map(({ key, text }) => (
    <li key={key}>
      <Icon name="info" size={20} /> <span>{text}</span>
    </li>
  ));
}
