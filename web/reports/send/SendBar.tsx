import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBound } from '#web/reports/preview/typed.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { channelNames } from '#web/reports/release.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { FootBar } from '#web/ui/FootBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { guarded } from '#web/ui/loading/tap-guard.ts';
import { usePageKeys } from '#web/ui/usePageKeys.ts';
import { isOnlyExercise } from './OnlyExercise.tsx';
import { countPeople } from './PreflightResult.tsx';
import { namesOf, usePreflightText } from './preflight-texts.ts';
import type { Preflight } from './queries.ts';
import { reachingDrafts } from './reaching.ts';
import classes from './SendBar.module.css';

const unsavedTexts = {
  answerUntil: 'send.answerUntil',
  details: 'send.saving',
} as const;

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  preflight: Preflight | undefined;
  /** The place in the text. */
  where: string;
  /** Drafts whose text their channel refuses. */
  refusing: readonly ReportMessage[];
  /** Unsaved input that blocks sending. */
  unsaved: keyof typeof unsavedTexts | false;
  /** Others changed the drafts since the review. */
  isChanged: boolean;
  onSend: () => void;
};

export function SendBar(props: Props) {
  const { report, drafts, preflight, where, refusing, unsaved, isChanged, onSend } = props;
  const { t } = useTranslation('drafts');
  const { send: maySend, isActivation } = useDraftRights(report);
  const text = usePreflightText();
  const obstacle = (() => {
    if (!maySend) return t('send.notAllowed');
    if (drafts.length === 0) return t('send.noChannel');
    if (unsaved) return t(unsavedTexts[unsaved]);
    if (!preflight) return t('send.checking');
    return preflight.blockers[0] ? text(preflight.blockers[0], preflight) : null;
  })();
  const staysInside = report.event.mode === 'LIVE' && isOnlyExercise(drafts);
  const whomOf = (known: Preflight): string => {
    const { now } = countPeople(known);
    const names = channelNames(reachingDrafts(drafts, known));
    return now > 0 ? t('send.whom', { count: now, names }) : names;
  };
  const say = (): string[] => {
    const warnings = preflight?.warnings ?? [];
    const found = [
      ...(staysInside ? [t('send.inside')] : []),
      ...(isChanged ? [t('send.changed')] : []),
      ...(warnings.includes('warning_installation_held') ? [t('send.installationHeld')] : []),
      ...(refusing.length > 0 ? [t('send.tooLong', { names: channelNames(refusing) })] : []),
      ...doubts(warnings, isBound(report)).map((doubt) => t(doubt, { place: where, ...unproven(preflight) })),
    ];
    const whom = preflight && !staysInside ? [whomOf(preflight)] : []; // inside, the note "no one notified" comes first
    if (found.length === 0) return [...whom, t('send.ready')];
    const more = found.length - SHOWN;
    return [...whom, ...found.slice(0, SHOWN), ...(more > 0 ? [t('send.more', { count: more })] : [])];
  };
  usePageKeys([['mod+Enter', () => obstacle === null && onSend()]], []);
  const color = staysInside ? 'gray' : report.event.mode === 'LIVE' ? (isActivation ? 'red' : 'blue') : 'yellow.6';
  return (
    <FootBar className={classes['bar']}>
      <Text
        c="gray.7"
        className={classes['text'] ?? ''}
        data-inside={(staysInside && obstacle === null) || undefined}
        role="status"
      >
        {(obstacle === null ? say() : [obstacle]).map((line) => (
          <span key={line} className={classes['line']}>
            {line}
          </span>
        ))}
      </Text>
      <Button
        {...guarded}
        size="lg"
        color={color}
        autoContrast
        disabled={obstacle !== null}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        rightSection={<Icon name="chevronRight" />}
        onClick={onSend}
      >
        {t('send.next')}
      </Button>
    </FootBar>
  );
}

/** Returns untried and failing channels. */
const unproven = (preflight: Preflight | undefined): { never: string; failed: string } => {
  const { channels = [], warnings = [] } = preflight ?? {};
  const isTroubled = warnings.includes('warning_channel_trouble');
  return {
    never: namesOf(channels.filter(({ neverWorked }) => neverWorked)).join(', '),
    failed: namesOf(
      channels.filter(({ lastFailed, channel }) => lastFailed || (isTroubled && channel.trouble !== null)),
    ).join(', '),
  };
};

/** Named warnings; others are counted. */
const SHOWN = 2;

/**
 * Returns warnings, most serious first: an alarm without place or details, a default place, another kind's text. Most
 * don't apply to a sent report.
 */
function doubts(warnings: readonly string[], isSent: boolean) {
  const has = (warning: string) => warnings.includes(warning);
  const [noPlace, noWhat] = [has('warning_place_missing'), has('warning_what_missing')];
  const reasons = [
    ['send.sameText', has('warning_same_text')],
    ['send.kindRunning', !isSent && has('warning_kind_running')],
    ['send.kindCleared', !isSent && has('warning_kind_cleared')],
    ['send.otherKind', !isSent && has('warning_type_differs')],
    ['send.noPlaceNoWhat', !isSent && noPlace && noWhat],
    ['send.noPlace', !isSent && noPlace && !noWhat],
    ['send.noWhat', !isSent && noWhat && !noPlace],
    ['send.noText', !isSent && has('warning_content_empty')],
    ['send.lastFailed', has('warning_channel_last_failed') || has('warning_channel_trouble')],
    ['send.neverWorked', has('warning_channel_never_worked')],
    ['send.usualPlace', !isSent && has('warning_place_default')],
    ['send.otherLanguage', !isSent && has('warning_language_differs')],
  ] as const;
  return reasons.filter(([, holds]) => holds).map(([key]) => key);
}
