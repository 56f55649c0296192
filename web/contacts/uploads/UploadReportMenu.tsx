import { useTranslation } from 'react-i18next';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';
import type { Upload } from './queries.ts';

/** Downloads all rows of an upload with their effects. */
export function UploadReportMenu({ upload: { id, _id } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  return (
    <SaveMenu
      path={`${id}/report`}
      name={t('report.name', { upload: _id })}
      formats={['xlsx', 'csv']}
      label={t('report.save')}
    />
  );
}
