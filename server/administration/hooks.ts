import { channelHooks } from '#server/administration/hooks/channel.ts';
import { channelTypeHooks } from '#server/administration/hooks/channel-type.ts';
import { checkDeadlineRule } from '#server/administration/hooks/deadline-rule.ts';
import { checkPersonDataType } from '#server/administration/hooks/person-data-type.ts';
import { checkSideMenu } from '#server/administration/hooks/side-menu.ts';
import { checkSystemMail } from '#server/administration/hooks/system-mail.ts';
import { checkTrigger } from '#server/administration/hooks/trigger.ts';
import { userHooks } from '#server/administration/hooks/user.ts';
import type { EntityName } from '#shared/administration/entity.ts';
import type { Hooks } from './saving.ts';

/** The exceptions by entity. */
export const hooks: Partial<Record<EntityName, Hooks>> = {
  Channel: channelHooks,
  ChannelType: channelTypeHooks,
  DeadlineRule: { check: checkDeadlineRule },
  PersonDataType: { check: checkPersonDataType },
  SideMenu: { check: checkSideMenu },
  SystemMail: { check: checkSystemMail },
  Trigger: { check: checkTrigger },
  User: userHooks,
};
