import { Switch, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import type { Text as Words } from '#shared/said-lines.ts';
import { isConflict } from '#web/lib/client.ts';
import { formatMoney } from '#web/lib/format.ts';
import { fullName } from '#web/lib/viewer.tsx';
import { UpdateMessageMutation } from '#web/messages/queries.ts';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import { isDraft } from '#web/messages/status.ts';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { EditableText } from '#web/reports/text/EditableText.tsx';
import type { SaveText } from '#web/reports/text/useTextEdit.ts';
import { undoToast } from '#web/ui/undo-toast.tsx';
import { arrivingText } from './arriving-text.ts';
import { Losses } from './Losses.tsx';
import { PreviewBody } from './PreviewBody.tsx';
import classes from './preview.module.css';
import type { MessagePreview } from './queries.ts';
import { SmsMeter } from './SmsMeter.tsx';
import { isOwnText } from './typed.ts';

/** The callbacks for editing texts in the preview. */
export type Editing = {
  onChanged: () => void;
  onTyped: (name: string, text: Words | null) => void;
  onBegin: (message: ReportMessage) => void;
  /** Fills a text with incident details. */
  read: (text: Words) => Words;
  /** Stores a placeholder's answer; null for other placeholders. */
  onFill: (name: string, value: string) => Promise<boolean> | null;
};
type Props = {
  report: ReportDetails;
  message: ReportMessage;
  preview: MessagePreview;
  text: Words;
  editing: Editing | undefined;
};

/** One channel: its message, cost and losses. */
export function PreviewColumn({ report, message, preview, text, editing }: Props) {
  const { t } = useTranslation('drafts');
  const sms = arrivingText(preview, text);
  const { cost, person } = preview;
  return (
    <section className={classes['column']} aria-label={message.channel.name}>
      <div className={classes['head']}>
        <Text fw={650} component="h3">
          <ChannelName channel={message.channel} />
        </Text>
        {Number(cost.cost) > 0 && (
          <Text fz="sm" c="gray.7">
            {formatMoney(cost.cost, cost.currency)}
          </Text>
        )}
      </div>
      {editing && isDraft(message.status) && <OwnText {...{ report, message, editing }} />}
      <PreviewBody preview={preview} sms={sms} />
      {sms && <SmsMeter text={sms} />}
      <Losses preview={preview} />
      {person && (
        <Text fz="sm" c="gray.6">
          {t('preview.inWordsOf', { name: fullName(person) })}
        </Text>
      )}
    </section>
  );
}

/** Switches to the channel's own text. A removed text can be restored. */
function OwnText({ report, message, editing }: Pick<Props, 'report' | 'message'> & { editing: Editing }) {
  const { t } = useTranslation('drafts');
  const [{ fetching }, update] = useMutation(UpdateMessageMutation);
  const [opened, setOpened] = useState(false);
  const [stored, setStored] = useState<{ words: Words; before: Words }>();
  // a text stored here counts at once
  if (stored && isOwnText(stored.before, message)) setStored(undefined);
  const own = stored?.words ?? message;
  const isOwn = isOwnText(report, own);
  const change = async (input: { commonText: true } | (Words & { before: Words })) => {
    const { data, error } = await update({ input: { id: message.id, ...input } });
    if (data || isConflict(error)) editing.onChanged();
    if (!data) return null;
    setStored({ words: data.updateMessage, before: message });
    return data.updateMessage;
  };
  const store: SaveText = ({ title, content }, before) =>
    change({ title, content, before: { title: before.title, content: before.content } });
  const switchOn = () => {
    setOpened(true);
    editing.onBegin(message);
  };
  const switchOff = async () => {
    setOpened(false);
    editing.onTyped(message.id, null);
    const common = isOwn && (await change({ commonText: true }));
    if (common) undoToast(t('preview.ownOff', { channel: message.channel.name }), () => void store(own, common));
  };
  return (
    <>
      <Switch
        checked={isOwn || opened}
        disabled={fetching}
        onChange={() => (isOwn || opened ? void switchOff() : switchOn())}
        label={t('preview.own')}
        description={isOwn || opened ? undefined : t('preview.common')}
        classNames={{ description: classes['quiet'] ?? '' }}
      />
      {(isOwn || opened) && (
        <EditableText
          title={own.title}
          content={own.content}
          editable
          startsOpen={!isOwn}
          withoutText
          read={editing.read}
          onFill={editing.onFill}
          onSave={store}
          onBegin={() => editing.onBegin(message)}
          onTyped={(typed) => editing.onTyped(message.id, typed)}
        />
      )}
    </>
  );
}
