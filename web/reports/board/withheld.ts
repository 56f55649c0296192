import type { ReportDetails } from '#web/reports/queries.ts';

/** Returns whether works-council mode withholds the figures of an ended alarm; every alarm has people. */
export const isWithheld = ({
  goal,
  figures,
}: {
  goal: ReportDetails['answers']['goal'];
  figures: { people: number };
}): boolean => goal === 'over' && figures.people === 0;
