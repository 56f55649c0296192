import { Box } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useData } from '#web/lib/data.ts';
import { Page } from '#web/ui/Page.tsx';
import { ChooseFile } from './ChooseFile.tsx';
import { UploadQuery } from './queries.ts';
import { ShownUpload } from './ShownUpload.tsx';
import { UploadHistory } from './UploadHistory.tsx';
import classes from './uploads.module.css';
import { useUploadDraft } from './useUploadDraft.ts';

/** The upload of people: choose a file, map its columns, check, apply, undo. */
export function UploadPage() {
  const { t } = useTranslation(['uploads', 'administration']);
  const [parameters, setParameters] = useSearchParams();
  const draft = useUploadDraft();
  const id = parameters.get('id') ?? '';
  const step = parameters.get('step') === 'check' ? 'check' : 'map';
  const isDirectory = useData(UploadQuery, { id }, { pause: !id }).data?.upload?.format === 'directory';
  const content = useRef<HTMLDivElement>(null);
  const shown = useRef(`${id} ${step}`);
  useEffect(() => {
    if (shown.current === `${id} ${step}`) return;
    shown.current = `${id} ${step}`;
    content.current?.focus({ preventScroll: true });
  }, [id, step]);
  const go = (upload: number, to: 'map' | 'check') =>
    setParameters(to === 'check' ? { id: String(upload), step: to } : { id: String(upload) });
  const restart = () => {
    draft.start();
    setParameters({});
  };
  return (
    <Page
      title={t(isDirectory ? 'directoryTitle' : 'title')}
      subtitle={t(isDirectory ? 'directorySubtitle' : 'subtitle')}
      breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}
    >
      <div ref={content} tabIndex={-1} className={classes['content']}>
        {id ? (
          <ShownUpload key={id} id={id} step={step} draft={draft} onGo={go} onRestart={restart} />
        ) : (
          <>
            <ChooseFile draft={draft} onChecked={(upload) => go(upload._id, 'map')} />
            <Box mt="lg">
              <UploadHistory />
            </Box>
          </>
        )}
      </div>
    </Page>
  );
}
