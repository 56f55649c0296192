import type { PersonAccess } from '#server/api/by-person/access.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { Board } from './board.ts';
import { noFigures, type PeopleFigures } from './people-figures.ts';

/** Returns figures after an event for at least five people. */
export const guardFigures = <T extends PeopleFigures>(figures: T): T =>
  figures.people < smallestGroup ? { ...figures, ...noFigures } : figures;

/**
 * Returns a board for the viewer. After the event without stop limits, whose overlapping groups could describe single
 * people; the next arrival only for viewers who see people.
 */
export function guardBoard(board: Board, access: PersonAccess): Board {
  if (access === 'open') return board;
  if (access === 'not_permitted') return { ...board, nextArrival: null };
  const none = { limits: [], filled: 0, unfilled: 0, missing: 0, nextArrival: null };
  // the goal of a continued event stays open, so that more people can be alerted
  const shown = guardFigures(board);
  const goal = board.goal === 'over' ? 'over' : shown.people > 0 && shown.none === 0 ? 'answered' : 'waiting';
  return { ...shown, ...none, goal };
}
