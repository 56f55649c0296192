import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import type { ResultOf } from '#web/lib/gql.ts';
import { forgetIntents, launchOnce } from '#web/messages/launch-keys.ts';
import { isDraft, isWithdrawn } from '#web/messages/status.ts';
import { type Chosen, idsOf } from '#web/reports/draft/recipients.ts';
import { AddChannelsMutation, ChannelsQuery, type ReportDetails } from '#web/reports/queries.ts';

/**
 * Prepares the same alarm for more people within the same report and opens the draft. `without`: channels that can't
 * carry a second message.
 */
export function useAlarmMore(report: ReportDetails, onChanged: () => void, forGroup?: string) {
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [, add] = useMutation(AddChannelsMutation);
  const { channels, without } = useAgain(report);
  const prepare = async (chosen: Chosen) => {
    setBusy(true);
    const wanted = { report: report.id, channels, ...idsOf(chosen), ...(forGroup && { forGroup }) };
    // after a lost response, the same choice prepares it once; another needs a look at the draft
    const ask = () => launchOnce(moreOf(report), (key) => add({ ...wanted, key }));
    let { data, error } = await ask();
    // the draft was sent or discarded since
    if (data && !hasDrafts(data)) ({ data, error } = await ask());
    setBusy(false);
    if (error) return;
    onChanged();
    await navigate('?view=draft');
  };
  return { prepare, busy, isPossible: channels.length > 0, without };
}

const moreOf = ({ id }: ReportDetails) => `more:${id}`;

const hasDrafts = ({ addReportChannels: { messages } }: ResultOf<typeof AddChannelsMutation>): boolean =>
  messages.edges.some(({ node }) => isDraft(node.status));

/** Forgets a discarded draft. */
export const forgetMore = (report: ReportDetails): void => forgetIntents(moreOf(report));

/** Returns the channels that can carry it again, and the names of the others. */
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
