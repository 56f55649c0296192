import type { PersonAccess } from '#server/api/by-person/access.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { Board, StopLimitProgress } from './board.ts';
import { noFigures, type PeopleFigures } from './people-figures.ts';

/** A board as a viewer sees it. */
export interface ShownBoard extends Board {
  /** Its figures would describe fewer than five people. */
  isWithheld: boolean;
  /** Stop limits, also those that are not shown. */
  functions: number;
}

/** Returns figures of at least five people. */
export const guardFigures = <T extends PeopleFigures>(figures: T): T =>
  figures.people < smallestGroup ? { ...figures, ...noFigures } : figures;

/**
 * Returns a board for the viewer. Without access to single people, without the next arrival and without figures of fewer
 * than five people. After the event also without stop limits, whose overlapping groups could describe single people.
 * While it runs, everyone sees whether functions are filled and channels send, because an alarm in trouble concerns
 * everyone.
 */
export function guardBoard(board: Board, access: PersonAccess): ShownBoard {
  const functions = board.limits.length;
  if (access === 'open') return { ...board, functions, isWithheld: false };
  const isWithheld = board.people > 0 && board.people < smallestGroup;
  const shown = { ...guardFigures(board), nextArrival: null, isWithheld };
  if (access === 'not_permitted') {
    // otherwise the goal would show when one person answered
    const goal = isWithheld && board.goal === 'answered' ? 'waiting' : board.goal;
    return { ...shown, stranded: board.stranded, limits: largeLimits(board), functions, goal };
  }
  // the goal of a continued event stays open, so that more people can be alerted
  const goal = board.goal === 'over' ? 'over' : shown.people > 0 && shown.none === 0 ? 'answered' : 'waiting';
  return { ...shown, limits: [], functions: 0, filled: 0, unfilled: 0, missing: 0, goal };
}

/** Returns the stop limits of at least five people; none if the figures without them would describe fewer. */
function largeLimits({ people, limits }: Board): StopLimitProgress[] {
  const sizeOf = ({ contacted, remaining }: StopLimitProgress) => contacted + remaining;
  const large = limits.filter((limit) => sizeOf(limit) >= smallestGroup);
  const rest = people - large.reduce((sum, limit) => sum + sizeOf(limit), 0);
  const isFew = (count: number) => count > 0 && count < smallestGroup;
  return isFew(rest) || large.some((limit) => isFew(people - sizeOf(limit))) ? [] : large;
}
