import { Sign } from '#web/ui/signs/Sign.tsx';
import classes from './ReportTypeSign.module.css';

type Picture = { contentUrl: string } | null;
type Props = { reportType: { identifier: string; icon: Picture; whiteIcon: Picture }; size?: number };

const grounds: Record<string, string> = {
  activation: 'var(--fill-live)',
  all_clear: 'var(--fill-good)',
  stand_down: 'var(--fill-good)',
};

/** A report type's picture on a background by meaning. */
export const ReportTypeSign = ({ reportType, size = 24 }: Props) => (
  <Sign
    colour={grounds[reportType.identifier] ?? 'var(--fill-info)'}
    picture={reportType.whiteIcon}
    lightPicture={reportType.icon}
    icon="message"
    size={size}
  />
);

type NameProps = { reportType: Props['reportType'] & { name: string } };

/** A report type's name with its sign. */
export const ReportTypeName = ({ reportType }: NameProps) => (
  <span className={classes['whole']}>
    <ReportTypeSign reportType={reportType} /> {reportType.name}
  </span>
);
