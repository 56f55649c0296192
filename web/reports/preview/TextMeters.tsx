import { useTranslation } from 'react-i18next';
import { smsSize } from '#shared/sms.ts';
import { formatMoney, formatNumber } from '#web/lib/format.ts';
import { ChannelName } from '#web/messages/StatusBadges.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { arrivingText } from './arriving-text.ts';
import classes from './preview.module.css';
import type { MessagePreview } from './queries.ts';
import { type Fill, type Typed, textNow } from './typed.ts';

type Props = {
  report: ReportDetails;
  messages: ReportMessage[];
  previews: readonly MessagePreview[];
  typed: Typed;
  fill: Fill;
};

/** Lengths and costs by channel. Parts update at once, costs follow. */
export function TextMeters({ report, messages, previews, typed, fill }: Props) {
  const { t } = useTranslation('drafts');
  const lengthOf = ({ length, limit }: MessagePreview['parts'][number]) =>
    t('preview.length', { length: formatNumber(length ?? 0), limit: formatNumber(limit ?? 0) });
  const lines = messages.flatMap((message) => {
    const preview = previews.find((one) => one.message.id === message.id);
    if (!preview) return [];
    const { cost, parts } = preview;
    const sms = arrivingText(preview, textNow(report, message, typed, fill));
    const size = sms === null ? null : smsSize(sms);
    const limited = parts.filter(({ limit }) => limit !== null);
    const counts = [
      size && t('preview.parts', { count: size.parts }),
      !size &&
        limited.length > 0 &&
        t(message.channel.addressesPeople ? 'preview.messages' : 'preview.posts', { count: limited.length }),
      !size && limited.length === 1 && lengthOf(limited[0]!),
      Number(cost.cost) > 0 && formatMoney(cost.cost, cost.currency),
    ].filter(Boolean);
    return counts.length ? [{ message, text: counts.join(' · ') }] : [];
  });
  if (lines.length === 0) return null;
  return (
    <ul className={classes['meters']} aria-label={t('preview.meters')}>
      {lines.map(({ message, text }) => (
        <li key={message.id}>
          <ChannelName channel={message.channel} size={18} /> {text}
        </li>
      ))}
    </ul>
  );
}
