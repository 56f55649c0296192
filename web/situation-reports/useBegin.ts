import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { CreateSituationReportMutation } from './queries.ts';

/** Starts a situation report of an event and opens it. */
export function useBegin() {
  const navigate = useNavigate();
  const [{ fetching }, create] = useMutation(CreateSituationReportMutation);
  const begin = async (event: string) => {
    const { data } = await create({ event });
    const number = event.split('/').at(-1);
    if (data) await navigate(`/event/${number}/situation-report/${data.createSituationReport._id}`);
  };
  return { begin, busy: fetching };
}
