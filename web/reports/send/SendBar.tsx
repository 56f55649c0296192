import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBound } from '#web/reports/preview/typed.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { channelNames } from '#web/reports/release.ts';
import { useDraftRights } from '#web/reports/rights.ts';
import { FootBar } from '#web/ui/FootBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { usePageKeys } from '#web/ui/usePageKeys.ts';
import { isOnlyExercise } from './OnlyExercise.tsx';
import { usePreflightText } from './preflight-texts.ts';
import type { Preflight } from './queries.ts';
import classes from './SendBar.module.css';

const unsavedTexts = {
  text: 'send.unsaved',
  feed: 'send.feed',
  answerUntil: 'send.answerUntil',
  said: 'send.saving',
} as const;

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  preflight: Preflight | undefined;
  /** Those whose text their channel will not take. */
  refusing: readonly ReportMessage[];
  /** What is not stored yet. */
  unsaved: keyof typeof unsavedTexts | false;
  /** Those whose own details are not stored yet. */
  unsavedFeeds: readonly ReportMessage[];
  /** Others changed it since it was looked over. */
  isChanged: boolean;
  onSend: () => void;
};

/** The way on: to sending, or a sentence that says what is still in the way. */
export function SendBar(props: Props) {
  const { report, drafts, preflight, refusing, unsaved, unsavedFeeds, isChanged, onSend } = props;
  const { t } = useTranslation('reports');
  const { send: maySend, isActivation } = useDraftRights(report);
  const text = usePreflightText();
  const obstacle = (() => {
    if (!maySend) return t('send.notAllowed');
    if (drafts.length === 0) return t('send.noChannel');
    if (unsaved) return t(unsavedTexts[unsaved], { names: channelNames(unsavedFeeds) });
    if (!preflight) return t('send.checking');
    return preflight.blockers[0] ? text(preflight.blockers[0], preflight) : null;
  })();
  const say = () => {
    if (isChanged) return t('send.changed');
    if (refusing.length > 0) return t('send.tooLong', { names: channelNames(refusing) });
    const found = doubt(preflight?.warnings ?? [], isBound(report));
    const staysInside = report.event.mode === 'LIVE' && isOnlyExercise(drafts);
    return t(found === 'send.ready' && staysInside ? 'send.inside' : found);
  };
  usePageKeys([['mod+Enter', () => obstacle === null && onSend()]], []);
  const color = report.event.mode === 'LIVE' ? (isActivation ? 'red' : 'blue') : 'yellow.6';
  return (
    <FootBar className={classes['bar']}>
      <Text c="gray.7" className={classes['text'] ?? ''} role="status">
        {obstacle ?? say()}
      </Text>
      <Button
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

/**
 * Ready is only what leaves and what somebody chose: an alarm that does not say where or what, a place that is merely usual, or
 * the text of another kind, is looked at first. What was sent already says what it says.
 */
function doubt(warnings: readonly string[], isSent: boolean) {
  const [noPlace, noWhat] = [warnings.includes('warning_place_missing'), warnings.includes('warning_what_missing')];
  if (warnings.includes('warning_installation_held')) return 'send.installationHeld';
  if (warnings.includes('warning_same_text')) return 'send.sameText';
  if (isSent) return 'send.ready';
  if (warnings.includes('warning_type_differs')) return 'send.otherKind';
  if (noPlace) return noWhat ? 'send.noPlaceNoWhat' : 'send.noPlace';
  if (noWhat) return 'send.noWhat';
  return warnings.includes('warning_place_default') ? 'send.usualPlace' : 'send.ready';
}
