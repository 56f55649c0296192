import { Sign } from '#web/ui/signs/Sign.tsx';
import classes from './ReportTypeSign.module.css';

type Picture = { contentUrl: string } | null;
type Props = { reportType: { identifier: string; icon: Picture; whiteIcon: Picture }; size?: number };

// what it means to whoever looks for it: an alarm, its end, or words
const grounds: Record<string, string> = {
  activation: 'var(--fill-live)',
  all_clear: 'var(--fill-good)',
  stand_down: 'var(--fill-good)',
};

/** The sign of a kind of report: its white picture on a ground that tells alarms from all-clears and from the rest. */
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

/** The name of a kind of report beside its sign. */
export const ReportTypeName = ({ reportType }: NameProps) => (
  <span className={classes['whole']}>
    <ReportTypeSign reportType={reportType} /> {reportType.name}
  </span>
);
