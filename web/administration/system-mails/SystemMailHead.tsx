import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { entityOf } from '#shared/administration/entities.ts';
import { routeOf } from '#shared/administration/entity.ts';
import { languageCodes } from '#shared/languages.ts';
import type { EntityRow } from '#web/fields/frame.ts';
import { useData } from '#web/lib/data.ts';
import { SystemMailLanguagesQuery } from './queries.ts';
import classes from './system-mails.module.css';

/** Above a system mail's form: links to the same mail in other languages. */
export function SystemMailHead({ row }: { row: EntityRow }) {
  const { t } = useTranslation('administration');
  const identifier = String(row['identifier']);
  const { data } = useData(SystemMailLanguagesQuery, { search: identifier });
  const same = data?.systemMails.edges.map(({ node }) => node).filter((mail) => mail.identifier === identifier) ?? [];
  const path = routeOf(entityOf('SystemMail'));
  return (
    <nav aria-label={t('systemMail.languages')} className={classes['languages']}>
      {languageCodes.map((language) => {
        const mail = same.find((one) => one.language === language);
        return (
          mail && (
            <Link
              key={language}
              to={`${path}?id=${mail._id}`}
              replace
              aria-current={mail._id === row._id ? 'page' : undefined}
            >
              {t(`systemMail.language.${language}`)}
            </Link>
          )
        );
      })}
    </nav>
  );
}
