import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { toast } from 'react-toastify/unstyled';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { DeleteMessageMutation, SetRecipientsMutation } from '#web/messages/queries.ts';
import { isDraft, isWithdrawn } from '#web/messages/status.ts';
import type { Chosen } from '#web/reports/draft/recipients.ts';
import { AddChannelsMutation, ChannelsQuery, type ReportDetails } from '#web/reports/queries.ts';

/**
 * Prepares the same alarm for more people, on the channels it went out on, and leads to where it is looked over. It stays
 * one report, so that its board and its limits count them too. `without` names the channels that take no second message.
 */
export function useAlarmMore(report: ReportDetails, onChanged: () => void) {
  const { t } = useTranslation('reports');
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [, add] = useMutation(AddChannelsMutation);
  const [, choose] = useMutation(SetRecipientsMutation);
  const [, remove] = useMutation(DeleteMessageMutation);
  const { channels, without } = useAgain(report);
  const chooseFor = async (drafts: readonly string[], chosen: Chosen) => {
    const ids = (rows: Chosen[keyof Chosen]) => rows.map(({ id }) => id);
    const choice = { lists: ids(chosen.lists), groups: ids(chosen.groups), people: ids(chosen.people) };
    for (const message of drafts) {
      if ((await choose({ message, ...choice })).error) return false;
    }
    return true;
  };
  const takeBack = async (drafts: readonly string[]) => {
    let removed = true;
    for (const id of drafts) removed = !(await remove({ id })).error && removed;
    toast.error(t(removed ? 'more.failed' : 'more.failedKept'));
  };
  const prepare = async (chosen: Chosen) => {
    setBusy(true);
    const made = await add({ report: report.id, channels });
    const known = new Set(report.messages.edges.map(({ node }) => node.id));
    const drafts = (made.data?.addReportChannels.messages.edges ?? [])
      .filter(({ node }) => !known.has(node.id) && isDraft(node.status))
      .map(({ node }) => node.id);
    const isChosen = await chooseFor(drafts, chosen);
    // they would go to those who have it already
    if (!isChosen) await takeBack(drafts);
    setBusy(false);
    if (made.error) return;
    onChanged();
    if (isChosen) await navigate('?view=draft');
  };
  return { prepare, busy, isPossible: channels.length > 0, without };
}

/** The channels to people that a report went out on: those that can carry it once more, and the names of the others. */
function useAgain(report: ReportDetails): { channels: string[]; without: string[] } {
  const { data } = useData(ChannelsQuery, {});
  const messages = report.messages.edges.map(({ node }) => node);
  const used = new Set(messages.map(({ channel }) => channel.id));
  const bound = new Set(messages.filter((message) => !isWithdrawn(message)).map(({ channel }) => channel.id));
  const toPeople = (data?.channels.edges ?? [])
    .map(({ node }) => node)
    .filter(({ id, addressesPeople }) => used.has(id) && addressesPeople);
  const takesMore = ({ id, channelType }: (typeof toPeople)[number]) => channelType.allowMoreMessage || !bound.has(id);
  return {
    channels: toPeople.filter(takesMore).map(({ id }) => id),
    without: toPeople.filter((channel) => !takesMore(channel)).map(({ name }) => name),
  };
}
