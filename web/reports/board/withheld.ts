import type { ReportDetails } from '#web/reports/queries.ts';

/** Returns whether works-council mode withholds an alarm's figures. Older offline copies don't know it. */
export const isWithheld = ({ isWithheld: is }: Partial<Pick<ReportDetails['answers'], 'isWithheld'>>): boolean =>
  is ?? false;
