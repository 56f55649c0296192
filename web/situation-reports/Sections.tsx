import { useTranslation } from 'react-i18next';
import type { SituationReportTemplate, TemplateField } from '#shared/situation-report-template.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { useFieldName } from './FieldLabel.tsx';
import classes from './situation-reports.module.css';

const wide: TemplateField['kind'][] = ['text', 'table', 'facts'];

type Props = { template: SituationReportTemplate; children: (field: TemplateField) => React.ReactNode };

/** The sections of a template as panels; short fields share a row. */
export function Sections({ template, children }: Props) {
  const { t } = useTranslation('situationReports');
  const nameOf = useFieldName();
  if (template.sections.length === 0) return <Panel>{t('noFields')}</Panel>;
  return template.sections.map(({ key, title, titleEn, fields }) => (
    <Panel key={key} title={nameOf({ label: title, ...(titleEn ? { labelEn: titleEn } : {}) })}>
      <div className={classes['shorts']}>
        {fields.map((field) => (
          <div key={field.key} className={wide.includes(field.kind) ? classes['wide'] : undefined}>
            {children(field)}
          </div>
        ))}
      </div>
    </Panel>
  ));
}
