import type { ReportDetails } from '#web/reports/queries.ts';

/** Returns whether works-council mode withholds an ended alarm's figures. */
export const isWithheld = ({
  goal,
  figures,
}: {
  goal: ReportDetails['answers']['goal'];
  figures: { people: number };
}): boolean => goal === 'over' && figures.people === 0;
