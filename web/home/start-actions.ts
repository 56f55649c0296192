import type { Feature } from '#shared/permissions.ts';
import type { IconName } from '#web/ui/icons.ts';

/** An action that the start page offers. */
export type Start = {
  name: 'activation' | 'communication' | 'situation';
  to: string;
  icon: IconName;
  feature: Feature;
};

const all: Start[] = [
  { name: 'activation', to: '/activation', icon: 'alarm', feature: 'create_activation' },
  { name: 'communication', to: '/communication', icon: 'message', feature: 'create_communication' },
  { name: 'situation', to: '/situation-report', icon: 'situation', feature: 'create_situation_report_home' },
];

/** Returns the actions for these rights, also on an installation without events. */
export const startsFor = (can: (feature: Feature) => boolean): Start[] => all.filter(({ feature }) => can(feature));
