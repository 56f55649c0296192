import { textIn } from '#shared/label.ts';
import { type TriggerWay, triggerWays } from '#shared/trigger-ways.ts';
import { kind } from './kind.ts';

/** The trigger's name and the way it started. */
type Started = { trigger: number; name: string; way: TriggerWay };

export const triggerKinds = {
  trigger_started: kind<Started>({
    de: ({ name, way }) => `Ausgelöst durch ${name} (${textIn(triggerWays[way], 'de')})`,
    en: ({ name, way }) => `Triggered by ${name} (${textIn(triggerWays[way], 'en')})`,
  }),
  trigger_repeated: kind<Started & { text: string }>({
    de: ({ name, way, text }) =>
      `Noch einmal ausgelöst durch ${name} (${textIn(triggerWays[way], 'de')})${text && `: ${text}`}`,
    en: ({ name, way, text }) =>
      `Triggered once more by ${name} (${textIn(triggerWays[way], 'en')})${text && `: ${text}`}`,
  }),
  trigger_cancelled: kind<Started>({
    de: ({ name, way }) => `Zurückgenommen, bevor etwas hinausging: ${name} (${textIn(triggerWays[way], 'de')})`,
    en: ({ name, way }) => `Cancelled before anything was sent: ${name} (${textIn(triggerWays[way], 'en')})`,
  }),
};
