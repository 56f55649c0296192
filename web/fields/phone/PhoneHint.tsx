import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { phoneRemarkKeys } from '#shared/phone-remarks.ts';
import { PhoneReadingQuery } from '#web/fields/queries.ts';
import { useData } from '#web/lib/data.ts';
import { apiMessage } from '#web/lib/i18n.ts';

const PAUSE = 400;
const FEWEST = 7;

type Props = { number: string; isMobile?: boolean | undefined; id?: string };

/** Shows how the server reads a number, if there is anything to check. */
export function PhoneHint({ number, isMobile = false, id }: Props) {
  const { t } = useTranslation();
  const [asked] = useDebouncedValue(number, PAUSE);
  const pause = asked.replace(/\D/g, '').length < FEWEST || asked !== number;
  const reading = useData(PhoneReadingQuery, { number: asked, isMobile }, { pause }).data?.phoneReading;
  const remarks = pause ? [] : (reading?.remarks ?? []);
  return (
    <div role="status" id={id}>
      {reading && remarks.length > 0 && (
        <Text fz="sm" mt={4} c="yellow.8">
          <strong>{t('phoneAs', { number: reading.display })}</strong>{' '}
          {remarks.map((remark) => apiMessage(phoneRemarkKeys[remark])).join(' ')}
        </Text>
      )}
    </div>
  );
}
