import { type Secrets, seal, unseal } from '#server/platform/secrets.ts';
import type { DrillWindow } from './window.ts';

/** The author's input with the moment. */
export interface DrillPlan extends DrillWindow {
  eventType: number;
  /** Empty: those of the event type. */
  lists: number[];
  /** How long the exercise runs. */
  minutes: number;
  /** ISO 8601. No interface returns it. */
  startAt: string;
}

const contextOf = (id: string) => `drills/${id}`;

/** Encrypts the plan of a drill. */
export const sealPlan = ({ store }: Pick<Secrets, 'store'>, id: string, plan: DrillPlan): Buffer =>
  seal(store, contextOf(id), plan);

/** Decrypts a drill's plan; null for another SECRET_KEY. */
export function readPlan({ store }: Pick<Secrets, 'store'>, id: string, sealed: Buffer): DrillPlan | null {
  try {
    return unseal<DrillPlan>(store, contextOf(id), sealed);
  } catch {
    return null;
  }
}
