import type { ComponentType } from 'react';
import type { EntityName } from '#shared/administration/entity.ts';
import { ChannelActiveCell } from '#web/administration/channels/ChannelActiveCell.tsx';
import { ChannelDetails } from '#web/administration/channels/ChannelDetails.tsx';
import { ChannelHead } from '#web/administration/channels/ChannelHead.tsx';
import { ChannelKinds } from '#web/administration/channels/ChannelKinds.tsx';
import { ChannelTroubles } from '#web/administration/channels/ChannelTroubles.tsx';
import { SaveAndTest } from '#web/administration/channels/SaveAndTest.tsx';
import { TroubledNote } from '#web/administration/channels/TroubledNote.tsx';
import { EventStatuses } from '#web/administration/event-types/EventStatuses.tsx';
import { EventTypeDetails } from '#web/administration/event-types/EventTypeDetails.tsx';
import { ResponsibleCell } from '#web/administration/event-types/ResponsibleCell.tsx';
import { IncomingDetails } from '#web/administration/incoming/IncomingDetails.tsx';
import { SideMenuOrder } from '#web/administration/side-menus/SideMenuOrder.tsx';
import { OccasionCell } from '#web/administration/system-mails/OccasionCell.tsx';
import { SubjectCell } from '#web/administration/system-mails/SubjectCell.tsx';
import { SystemMailDetails } from '#web/administration/system-mails/SystemMailDetails.tsx';
import { SystemMailHead } from '#web/administration/system-mails/SystemMailHead.tsx';
import { TriggerDetails } from '#web/administration/triggers/TriggerDetails.tsx';
import { RolesInput } from '#web/administration/users/RolesInput.tsx';
import { SignInCell } from '#web/administration/users/SignInCell.tsx';
import { UserDetails } from '#web/administration/users/UserDetails.tsx';
import { UserOutcome } from '#web/administration/users/UserOutcome.tsx';
import { useUserLocks } from '#web/administration/users/useUserLocks.ts';
import { WaitingNote } from '#web/administration/users/WaitingNote.tsx';
import { WaitingUsers } from '#web/administration/users/WaitingUsers.tsx';
import type { CellProps } from '#web/fields/cell.ts';
import type { EntityRow, InputProps } from '#web/fields/frame.ts';
import type { FormValues } from './form-values.ts';
import type { Deletion } from './queries.ts';

/** Additions to an entity's pages. */
export type Extension = {
  /** The program defines all rows; users can't create any. */
  isComplete?: true;
  Note?: ComponentType;
  /** Above the list; `refetch` reloads it. */
  List?: ComponentType<{ refetch: () => void }>;
  /** Replaces the form of a new row until a kind is chosen; passes the form's initial values. */
  Start?: ComponentType<{ onChosen: (values: FormValues) => void }>;
  /** Next to the save button of a stored row; `save` keeps the form open and resolves to whether it saved. */
  SaveAnd?: ComponentType<{ row: EntityRow; save: () => Promise<boolean>; busy: boolean }>;
  /** Above the form of a stored row. */
  Head?: ComponentType<{ row: EntityRow }>;
  /** Below the form of a stored row; `refetch` reloads the row. */
  Details?: ComponentType<{ row: EntityRow; refetch: () => void }>;
  Cells?: Record<string, ComponentType<CellProps>>;
  Inputs?: Record<string, ComponentType<InputProps>>;
  /** Returns the locked fields of a row for this viewer, with reasons in words. */
  useLocks?: (row: EntityRow | null) => Record<string, string>;
  Outcome?: ComponentType<{ outcome: Deletion['outcome'] }>;
};

/** Additions by entity. */
export const extensions: Partial<Record<EntityName, Extension>> = {
  Channel: {
    Note: TroubledNote,
    List: ChannelTroubles,
    Start: ChannelKinds,
    SaveAnd: SaveAndTest,
    Head: ChannelHead,
    Details: ChannelDetails,
    Cells: { isActive: ChannelActiveCell },
  },
  EventType: { List: EventStatuses, Details: EventTypeDetails, Cells: { responsible: ResponsibleCell } },
  IncomingSource: { Details: IncomingDetails },
  SideMenu: { List: SideMenuOrder },
  SystemMail: {
    isComplete: true,
    Head: SystemMailHead,
    Details: SystemMailDetails,
    Cells: { identifier: OccasionCell, subject: SubjectCell },
  },
  Trigger: { Details: TriggerDetails },
  User: {
    Note: WaitingNote,
    List: WaitingUsers,
    Details: UserDetails,
    Cells: { lastSignInAt: SignInCell },
    Inputs: { roles: RolesInput },
    useLocks: useUserLocks,
    Outcome: UserOutcome,
  },
};
