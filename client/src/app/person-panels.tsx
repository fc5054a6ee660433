import { useQuery } from '@tanstack/react-query';
import { useCall } from '../api/api-react.tsx';
import { suggestedQuery, trendsQuery } from '../api/queries.ts';
import { SuggestedPanel } from '../components/suggested-panel.tsx';
import { TrendingPanel } from '../components/trending-panel.tsx';
import { useFirstContent } from '../first-content.ts';

/** Trends and people for those who are signed in, asked for once what they came for is there. */
export function PersonPanels() {
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
