import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCall } from '../api/api-react.tsx';
import { suggestedQuery, trendsQuery } from '../api/queries.ts';
import { FooterLinks } from '../components/footer-links.tsx';
import { JoinPanel } from '../components/join-panel.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { SuggestedPanel } from '../components/suggested-panel.tsx';
import { TrendingPanel } from '../components/trending-panel.tsx';
import { useSession } from '../identity/session-react.tsx';
import { searchPath } from '../paths.ts';
import { useSearchKey } from './use-search-key.ts';

/** Search, then trends and people for those who are signed in, or the invitation for those who are not. */
export function SideColumn() {
  const { status } = useSession();
  const [term, setTerm] = useState('');
  const navigate = useNavigate();
  const input = useSearchKey();
  return (
    <>
      <SearchBox
        value={term}
        onChange={setTerm}
        inputRef={input}
        onSubmit={(wanted) => {
          if (wanted !== '') void navigate(searchPath(wanted));
        }}
      />
      {status === 'person' && <PersonPanels />}
      {status === 'visitor' && <JoinPanel />}
      <FooterLinks />
    </>
  );
}

function PersonPanels() {
  const call = useCall();
  const trends = useQuery(trendsQuery(call));
  const suggested = useQuery(suggestedQuery(call));
  return (
    <>
      {trends.data && <TrendingPanel trends={trends.data} />}
      {suggested.data && <SuggestedPanel people={suggested.data} />}
    </>
  );
}
