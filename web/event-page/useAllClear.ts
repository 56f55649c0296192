import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { CreateAllClearMutation } from '#web/reports/queries.ts';

/** Opens the draft of the all-clear to all people that the event's activations reached. */
export function useAllClear() {
  const navigate = useNavigate();
  const [{ fetching }, create] = useMutation(CreateAllClearMutation);
  const openAllClear = async (event: string) => {
    const { data } = await create({ event });
    if (data) await navigate(`/event/${data.createAllClear.event._id}/report/${data.createAllClear._id}`);
  };
  return { openAllClear, busy: fetching };
}
