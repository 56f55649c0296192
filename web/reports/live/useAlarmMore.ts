import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { SetRecipientsMutation } from '#web/messages/queries.ts';
import { isDraft } from '#web/messages/status.ts';
import type { Chosen } from '#web/reports/draft/recipients.ts';
import { AddChannelsMutation, ChannelsQuery, type ReportDetails } from '#web/reports/queries.ts';

/**
 * Prepares the same alarm for more people, on the channels it went out on, and leads to where it is looked over. It stays
 * one report, so that its board and its limits count them too.
 */
export function useAlarmMore(report: ReportDetails, onChanged: () => void) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [, add] = useMutation(AddChannelsMutation);
  const [, choose] = useMutation(SetRecipientsMutation);
  const { data } = useData(ChannelsQuery, {});
  const used = new Set(report.messages.edges.map(({ node }) => node.channel.id));
  const channels = (data?.channels.edges ?? [])
    .map(({ node }) => node)
    .filter(({ id, addressesPeople, channelType }) => used.has(id) && addressesPeople && channelType.allowMoreMessage);
  const prepare = async (chosen: Chosen) => {
    setBusy(true);
    const made = await add({ report: report.id, channels: channels.map(({ id }) => id) });
    const drafts = (made.data?.addReportChannels.messages.edges ?? [])
      .map(({ node }) => node)
      .filter(({ status, channel }) => isDraft(status) && channel.addressesPeople);
    const ids = (rows: Chosen[keyof Chosen]) => rows.map(({ id }) => id);
    const [lists, groups, people] = [ids(chosen.lists), ids(chosen.groups), ids(chosen.people)];
    for (const { id } of drafts) await choose({ message: id, lists, groups, people });
    setBusy(false);
    if (made.error) return;
    onChanged();
    await navigate('?view=draft');
  };
  return { prepare, busy };
}
