import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/api-react.tsx';
import { suggestedQuery, trendsQuery } from '../cache/queries.ts';
import { SuggestedPanel } from '../people/suggested-panel.tsx';
import { TrendingPanel } from '../frame/trending-panel.tsx';
import { useFirstContent } from '../ssr/first-content.ts';

/** Trends and people for those who are signed in, asked for once what they came for is there. */
export function MemberPanels() {
  const call = useCall();
  const enabled = useFirstContent();
  const trends = useQuery({ ...trendsQuery(call), enabled });
  const suggested = useQuery({ ...suggestedQuery(call), enabled });
  return (
    <>
      {trends.data && <TrendingPanel trends={trends.data} />}
      {suggested.data && <SuggestedPanel people={suggested.data} />}
    </>
  );
}
