import { SegmentedControl } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ReplyList } from './ReplyList.tsx';

type Props = { event: string; shown: string; onShow: (shown: string) => void };

/** An event's open or closed replies. */
export function EventReplyList({ event, shown, onShow }: Props) {
  const { t } = useTranslation('events');
  return (
    <>
      <SegmentedControl
        mb="md"
        aria-label={t('replies.show')}
        value={shown}
        onChange={onShow}
        data={['open', 'done'].map((value) => ({ value, label: t(`replies.shown.${value}`) }))}
      />
      <ReplyList key={shown} event={event} isOpen={shown === 'open'} />
    </>
  );
}
