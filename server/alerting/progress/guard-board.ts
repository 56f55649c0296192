import type { PersonAccess } from '#server/api/by-person/access.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { Board } from './board.ts';
import { noFigures, type PeopleFigures } from './people-figures.ts';

/** Returns the figures of people after an event: none of fewer than five people. */
export const guardFigures = <T extends PeopleFigures>(figures: T): T =>
  figures.people < smallestGroup ? { ...figures, ...noFigures } : figures;

/**
 * Returns a board as the viewer may see it. After the event it has no stop limits: their groups overlap with others, so that their
 * figures could describe single people. Only a viewer who sees people also sees when the next one comes.
 */
export function guardBoard(board: Board, access: PersonAccess): Board {
  if (access === 'open') return board;
  if (access === 'not_permitted') return { ...board, nextArrival: null };
  const none = { limits: [], filled: 0, unfilled: 0, missing: 0, nextArrival: null };
  // of a continued event it isn't over, so that more people can be alerted
  const shown = guardFigures(board);
  const goal = board.goal === 'over' ? 'over' : shown.people > 0 && shown.none === 0 ? 'answered' : 'waiting';
  return { ...shown, ...none, goal };
}
