import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import * as plain from '#testing/plain-resolution.ts';
import { gather } from './candidates.ts';
import type { Directory, GroupEntry, ListEntry, RecipientChoice } from './load-directory.ts';
import type { PersonEntry } from './load-people.ts';
import { droppedOf, inOrderOfSending, type Resolution, recipientsOf } from './resolution.ts';
import { beginResolution, type ResolutionRules, resolve as resolveInColumns } from './resolving.ts';

/** A resolution with all people. */
const whole = (resolution: Resolution) => ({
  recipients: [...recipientsOf(resolution)],
  dropped: [...droppedOf(resolution)],
  limits: resolution.limits,
  duties: resolution.duties,
  inactive: resolution.inactive,
  repeats: resolution.repeats,
  unmeasured: resolution.unmeasured,
});
const resolve = (directory: Directory, choice: RecipientChoice, rules: ResolutionRules) =>
  whole(resolveInColumns(directory, choice, rules));

const rules: ResolutionRules = {
  addresses: ['phone_mobile'],
  alarm: false,
  sparesAbsent: true,
  measured: true,
  waitMinutes: 5,
  country: 'DE',
};
const mobile = (value: string, isPrivate = false) => ({ fieldType: 'phone_mobile', value, isPrivate });
const email = (value: string) => ({ fieldType: 'email', value, isPrivate: false });
const person = (...fields: PersonEntry['fields']): PersonEntry => ({
  isActive: true,
  isCrisis: false,
  optedOut: false,
  optedOutOf: [],
  isAbsent: false,
  fields,
});
const group = (name: string, members: number[], rest: Partial<GroupEntry> = {}): GroupEntry => ({
  name,
  isActive: true,
  people: members,
  priority: new Set(),
  onDuty: [],
  alwaysNeeded: false,
  children: [],
  ...rest,
});
const list = (name: string, rest: Partial<ListEntry>): ListEntry => ({
  name,
  isActive: true,
  people: [],
  groups: [],
  children: [],
  ...rest,
});
const unlimited = (groupId: number) => ({ groupId, stopLimit: null, waitMinutes: null, onDuty: false });
const choice = (rest: Partial<RecipientChoice>): RecipientChoice => ({ lists: [], groups: [], people: [], ...rest });

test('a person reached by three paths is one recipient that names all of them', () => {
  const directory: Directory = {
    people: new Map([[1, person(mobile('+491511'.padEnd(13, '0')))]]),
    groups: new Map([
      [1, group('Krisenstab', [], { children: [2] })],
      [2, group('S3', [1])],
    ]),
    lists: new Map([
      [1, list('Verteiler A', { groups: [unlimited(1)], children: [2] })],
      [2, list('Leitung', { people: [1] })],
    ]),
  };
  const { recipients, dropped } = resolve(directory, choice({ lists: [1], groups: [2] }), rules);
  assert.deepEqual(
    recipients.map(({ via, target }) => ({ via, target })),
    [{ via: ['Verteiler A › Krisenstab › S3', 'Verteiler A › Leitung', 'S3'], target: '+491511000000' }],
  );
  assert.deepEqual(dropped, []);
});

test('names each person without a message with the reason', () => {
  const directory: Directory = {
    people: new Map([
      [1, { ...person(mobile('+4915110000001')), isActive: false }],
      [2, person(email('only@mail.example'))],
      [3, person(mobile('0151 ABC'))],
      [4, { ...person(mobile('+4915110000004')), optedOut: true, isCrisis: true }],
      [5, person(mobile('+4915110000005'))],
      [6, person(mobile('0151 1000 0005'))],
    ]),
    groups: new Map(),
    lists: new Map(),
  };
  const all = choice({ people: [1, 2, 3, 4, 5, 6] });
  const reasons = (r: ResolutionRules) =>
    Object.fromEntries(resolve(directory, all, r).dropped.map(({ personId, reason }) => [personId, reason]));
  const expected = { 1: 'inactive', 2: 'no_address', 3: 'invalid_address', 4: 'opted_out', 6: 'duplicate' };
  assert.deepEqual(reasons(rules), expected);
  const { 4: _heard, ...others } = expected;
  assert.deepEqual(reasons({ ...rules, alarm: true }), others, 'an alarm reaches the crisis team all the same');
});

test('the address is the first usable one of the field types that serve the channel', () => {
  const fields = [email('Chef@Klinik.Example'), mobile('not a number'), mobile('+4915110000009', true)];
  const directory: Directory = { people: new Map([[1, person(...fields)]]), groups: new Map(), lists: new Map() };
  const address = (...addresses: string[]) => {
    const { recipients } = resolve(directory, choice({ people: [1] }), { ...rules, addresses });
    return recipients.map(({ target, norm, isPrivate }) => ({ target, norm, isPrivate }))[0];
  };
  const number = { target: '+4915110000009', norm: '+4915110000009', isPrivate: true };
  assert.deepEqual(address('phone_mobile'), number);
  assert.deepEqual(address('phone', 'phone_mobile'), number);
  const mail = { target: 'Chef@klinik.example', norm: 'chef@klinik.example', isPrivate: false };
  assert.deepEqual(address('email'), mail);
  assert.deepEqual(address('phone_mobile', 'email'), mail);
  assert.equal(address('fax'), undefined);
});

test('switched-off lists and groups add no one and appear by name', () => {
  const directory: Directory = {
    people: new Map([[1, person(mobile('+4915110000001'))]]),
    groups: new Map([[1, group('Alt', [1], { isActive: false })]]),
    lists: new Map([
      [1, list('Verteiler', { groups: [unlimited(1)] })],
      [2, list('Aus', { people: [1], isActive: false })],
    ]),
  };
  const { recipients, dropped, inactive } = resolve(directory, choice({ lists: [1, 2] }), rules);
  assert.deepEqual([recipients, dropped, inactive], [[], [], ['Alt', 'Aus']]);
});

test('a limit on a group covers its subgroups in call order; two limits on it become one', () => {
  const limit = (stopLimit: number, waitMinutes: number | null) => ({
    groupId: 1,
    stopLimit,
    waitMinutes,
    onDuty: false,
  });
  const directory: Directory = {
    people: new Map([1, 2, 3, 4].map((id) => [id, person(mobile(`+491511000000${id}`))])),
    groups: new Map([
      [1, group('Stab', [2, 1], { children: [3, 2] })],
      [2, group('S2', [3, 2])],
      [3, group('S1', [4])],
    ]),
    lists: new Map([
      [1, list('A', { groups: [limit(2, null)] })],
      [2, list('B', { groups: [limit(3, 2)] })],
    ]),
  };
  const { limits, recipients } = resolve(directory, choice({ lists: [1, 2] }), rules);
  assert.deepEqual(limits, [{ groupId: 1, listName: 'A', needed: 3, waitMinutes: 2, queue: [2, 1, 4, 3] }]);
  assert.ok(recipients.every((recipient) => !recipient.unlimited));
  const unmeasured = resolve(directory, choice({ lists: [1, 2] }), { ...rules, measured: false });
  assert.deepEqual(unmeasured.limits, []);
  assert.ok(unmeasured.recipients.every((recipient) => recipient.unlimited));
});

/** Random contacts with repeated ids, shared numbers, and cycles. */
const directories = fc.nat({ max: 12 }).chain((people) => {
  const id = fc.integer({ min: 1, max: Math.max(1, people) });
  const ids = fc.array(id, { maxLength: 6 });
  const some = (max: number) => fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: 3 });
  const entry = fc.record({
    isActive: fc.boolean(),
    isCrisis: fc.boolean(),
    optedOut: fc.boolean(),
    optedOutOf: fc.subarray(['sms', 'email']),
    isAbsent: fc.boolean(),
    fields: fc.array(
      fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(0)).map((n) => mobile(n ? `+49151100000${n}` : 'x')),
      { maxLength: 2 },
    ),
  });
  const limit = fc.option(fc.integer({ min: 1, max: 3 }));
  return fc.record({
    people: fc.array(entry, { minLength: people, maxLength: people }),
    groups: fc.array(
      fc.record({
        isActive: fc.boolean(),
        members: fc.array(fc.record({ personId: id, priority: fc.boolean() }), { maxLength: 5 }),
        onDuty: fc.uniqueArray(id, { maxLength: 4 }),
        alwaysNeeded: fc.boolean(),
        children: some(4),
      }),
      { minLength: 4, maxLength: 4 },
    ),
    lists: fc.array(
      fc.record({
        isActive: fc.boolean(),
        people: ids,
        groups: fc.array(
          fc.record({
            groupId: fc.integer({ min: 1, max: 4 }),
            stopLimit: limit,
            waitMinutes: limit,
            onDuty: fc.boolean(),
          }),
        ),
        children: some(3),
      }),
      { minLength: 3, maxLength: 3 },
    ),
    chosen: fc.record({ lists: some(3), groups: some(4), people: ids }),
  });
});

type Random = typeof directories extends fc.Arbitrary<infer R> ? R : never;

const plainly = (random: Random): plain.PlainDirectory => ({
  people: new Map(random.people.map((entry, at) => [at + 1, entry])),
  groups: numbered(random.groups, 'G'),
  lists: numbered(random.lists, 'L'),
});

const inColumns = ({ people, lists, groups }: plain.PlainDirectory): Directory => ({
  people,
  lists,
  groups: new Map(
    [...groups].map(([id, { members, ...rest }]) => {
      const priority = members.filter((member) => member.priority).map(({ personId }) => personId);
      return [id, { ...rest, people: members.map(({ personId }) => personId), priority: new Set(priority) }];
    }),
  ),
});

const numbered = <T extends object>(entries: T[], name: string) =>
  new Map(entries.map((entry, at) => [at + 1, { ...entry, name: `${name}${at + 1}` }]));

/** Everyone a choice reaches, the slow and obvious way. */
function reached({ lists, groups, people }: Directory, chosen: RecipientChoice): Set<number> {
  const found = new Set(chosen.people);
  const [openLists, openGroups] = [[...chosen.lists], [...chosen.groups]];
  const openDuties: number[] = [];
  const seen = new Set<ListEntry | GroupEntry>();
  for (let id = openLists.pop(); id !== undefined; id = openLists.pop()) {
    const entry = lists.get(id)!;
    if (seen.has(entry) || !entry.isActive) continue;
    seen.add(entry);
    for (const member of entry.people) found.add(member);
    openLists.push(...entry.children);
    for (const { groupId, onDuty } of entry.groups) (onDuty ? openDuties : openGroups).push(groupId);
  }
  for (let id = openGroups.pop(); id !== undefined; id = openGroups.pop()) {
    const entry = groups.get(id)!;
    if (seen.has(entry) || !entry.isActive) continue;
    seen.add(entry);
    for (const personId of entry.people) found.add(personId);
    openGroups.push(...entry.children);
  }
  const onDuty = new Set<GroupEntry>();
  for (let id = openDuties.pop(); id !== undefined; id = openDuties.pop()) {
    const entry = groups.get(id)!;
    if (onDuty.has(entry) || !entry.isActive) continue;
    onDuty.add(entry);
    for (const personId of entry.onDuty) found.add(personId);
    openDuties.push(...entry.children);
  }
  return new Set([...found].filter((id) => people.has(id)));
}

test('any selection has each person and address once, and a reason for each other person', () => {
  fc.assert(
    fc.property(directories, fc.boolean(), fc.boolean(), (random, alarm, measured) => {
      const directory = inColumns(plainly(random));
      const { recipients, dropped, limits } = resolve(directory, random.chosen, { ...rules, alarm, measured });
      const all = [...recipients, ...dropped].map(({ personId }) => personId);
      assert.deepEqual(new Set(all), reached(directory, random.chosen));
      assert.equal(all.length, new Set(all).size, 'one row per person');
      assert.equal(new Set(recipients.map(({ norm }) => norm)).size, recipients.length, 'one row per address');
      for (const recipient of recipients) {
        const entry = directory.people.get(recipient.personId)!;
        assert.ok(entry.isActive && (!entry.optedOut || (alarm && entry.isCrisis)));
        const isTold = recipient.priority || (!alarm && recipient.unlimited);
        assert.ok(!entry.isAbsent || isTold, 'who is absent is only called with priority, and told what is no alarm');
        assert.ok(recipient.via.length > 0 || random.chosen.people.includes(recipient.personId));
      }
      for (const { reason, ...loser } of dropped) {
        if (reason !== 'duplicate') continue;
        const winner = recipients.find(({ norm }) => norm === loser.norm);
        assert.ok(winner && plain.precedes(winner, loser), 'the strongest candidate keeps a shared address');
      }
      const limited = new Set(limits.flatMap(({ queue }) => queue));
      for (const candidate of [...recipients, ...dropped])
        assert.ok(candidate.unlimited || limited.has(candidate.personId));
      if (!measured) assert.equal(limits.length, 0);
    }),
    { numRuns: 500 },
  );
});

const variants = fc.record({
  alarm: fc.boolean(),
  measured: fc.boolean(),
  sparesAbsent: fc.boolean(),
  informs: fc.option(fc.constantFrom('sms', 'email'), { nil: undefined }),
});

test('columns filled in any order of people match the simple algorithm', () => {
  fc.assert(
    fc.property(directories, variants, fc.infiniteStream(fc.nat()), (random, given, numbers) => {
      const directory = plainly(random);
      const own: ResolutionRules = { ...rules, ...given };
      const { recipients, dropped, ...rest } = plain.resolvePlainly(directory, random.chosen, own);
      const walk = gather(inColumns(directory), random.chosen, own);
      let step = walk.next();
      while (!step.done) step = walk.next();
      const { settle, resolution } = beginResolution(step.value, own);
      const orders = new Map([...directory.people.keys()].map((id) => [id, numbers.next().value]));
      const shuffled = [...directory.people].toSorted(([a], [b]) => orders.get(a)! - orders.get(b)!);
      for (const [id, entry] of shuffled) settle(id, entry);
      const place = (a: plain.PlainRecipient, b: plain.PlainRecipient) => a.place - b.place;
      const found = whole(resolution);
      const bare = found.dropped.map(({ isCrisis: _isCrisis, ...one }) => one);
      assert.deepEqual({ ...found, dropped: bare }, { ...rest, recipients, dropped: dropped.toSorted(place) });
      const sending = (a: plain.PlainRecipient, b: plain.PlainRecipient) =>
        Number(b.priority) - Number(a.priority) || a.place - b.place;
      assert.deepEqual(
        [...inOrderOfSending(resolution)].map(({ personId }) => personId),
        [...recipients.toSorted(sending), ...dropped.toSorted(sending)].map(({ personId }) => personId),
      );
    }),
    { numRuns: 500 },
  );
});
