/** What an author chose, in the order of choosing. */
export interface Choice {
  lists: readonly number[];
  groups: readonly number[];
  people: readonly number[];
}

/** A group within a mailing list, possibly with a stop limit. */
export interface ListGroup {
  groupId: number;
  stopLimit: number | null;
  waitMinutes: number | null;
}

/** A mailing list with everything directly in it, each part in its order. */
export interface ListEntry {
  name: string;
  isActive: boolean;
  people: number[];
  groups: ListGroup[];
  children: number[];
}

/** A group with its own members in call order and the groups below it in theirs. */
export interface GroupEntry {
  name: string;
  isActive: boolean;
  members: { personId: number; priority: boolean }[];
  children: number[];
}

/** A person as far as sending is concerned; data fields with a value, in the order of their types. */
export interface PersonEntry {
  isActive: boolean;
  isCrisis: boolean;
  optedOut: boolean;
  fields: { fieldType: string; value: string; isPrivate: boolean }[];
}

/** The part of the contact data that choices reach, as plain data. */
export interface Directory {
  lists: Map<number, ListEntry>;
  groups: Map<number, GroupEntry>;
  people: Map<number, PersonEntry>;
}
