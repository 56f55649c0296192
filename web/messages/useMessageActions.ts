import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { serverNow } from '#web/lib/clock.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { toast } from '#web/lib/toasts/toast.ts';
import { apiErrorToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { launchOnce } from './launch-keys.ts';
import { type MessageRow, ReleaseMessageMutation, RetryFailedMutation, StopMessageMutation } from './queries.ts';
import { type Sendable, sendingFeatureOf } from './sending.ts';
import { isDraft, isOpenMessage, isTooLarge, onlyAwaitsAnswers, onlyFollows } from './status.ts';

/** Returns the viewer's possible actions on a message. */
export function useMessageActions(message: MessageRow, report: Sendable, onChanged: () => void) {
  const { t } = useTranslation('messages');
  const { can, user } = useViewer();
  const { timeZone } = useSystem();
  const confirm = useConfirm();
  const [stopping, stop] = useMutation(StopMessageMutation);
  const [retrying, retry] = useMutation(RetryFailedMutation);
  const [releasing, release] = useMutation(ReleaseMessageMutation);
  const { failed, expired } = message.messageResult;

  const finish = (error: unknown, done: string) => {
    if (error) return;
    toast.success(t(done));
    onChanged();
  };
  const askAndStop = async () => {
    if (!(await confirm({ title: t('ask.stop.title'), text: t('ask.stop.text'), danger: true }))) return;
    finish((await stop({ id: message.id })).error, 'ask.stop.done');
  };
  const askAndEnd = async () => {
    if (!(await confirm({ title: t('ask.endFollowing.title'), text: t('ask.endFollowing.text') }))) return;
    finish((await stop({ id: message.id })).error, 'ask.endFollowing.done');
  };
  const undo = async () => finish((await stop({ id: message.id })).error, 'ask.undo.done');
  const askAndRetry = async () => {
    const isPublic = !message.channel.addressesPeople;
    const title = isPublic ? t('ask.republish.title') : t('ask.retry.title', { count: failed + expired });
    if (!(await confirm({ title, text: t(isPublic ? 'ask.republish.text' : 'ask.retry.text') }))) return;
    // a lost response must not send twice to everyone; a changed result starts a new intent
    const intent = `retry:${message.id}:${Object.values(message.messageResult).join()}`;
    const { error } = await launchOnce(intent, (launchKey) => retry({ message: message.id, launchKey }));
    finish(error, 'ask.retry.done');
  };
  const askAndRelease = async () => {
    const { sendAt } = message;
    const channel = message.channel.name;
    const isLater = sendAt !== null && Date.parse(sendAt) > serverNow();
    const title = t(isLater ? 'ask.release.titleLater' : 'ask.release.title');
    const text = isLater
      ? t('ask.release.textLater', { time: formatDateTime(sendAt, timeZone), channel })
      : t('ask.release.text', { channel });
    if (!(await confirm({ title, text }))) return;
    const { data, error } = await release({ id: message.id, waitingSince: message.waitingSince });
    const refused = data?.releaseMessage.messageResult.error;
    if (!refused) return finish(error, 'ask.release.done');
    apiErrorToast(refused);
    onChanged();
  };

  const isWaiting = message.status === 'pending_approval';
  const isOwn = [message.insertedBy?.id, message.launchedBy?.id].includes(user.id);
  // sent messages can't be stopped
  const isLeaving = isOpenMessage(message.status) && !onlyAwaitsAnswers(message);
  const canStop = can('stop_message') && (isLeaving || isWaiting);
  const canRetry = failed + expired > 0 && !isTooLarge(message) && can(sendingFeatureOf(report));
  return {
    endFollowing: can('stop_message') && onlyFollows(message) ? askAndEnd : undefined,
    stop: canStop ? askAndStop : undefined,
    undo: canStop ? undo : undefined,
    retry: canRetry && !isDraft(message.status) ? askAndRetry : undefined,
    release: isWaiting && can('release_message') && !isOwn ? askAndRelease : undefined,
    busy: stopping.fetching || retrying.fetching || releasing.fetching,
  };
}
