import { useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { LatePart } from '../components/late-part.tsx';
import { CruddingProvider } from '../feed/crudding-provider.tsx';
import { late } from '../late.ts';
import { NewBuild } from './offline/new-build.ts';
import type { Services } from './services.ts';
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx';
import { UnderWay } from './under-way.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useSession } from '../identity/session-react.tsx';
import { useHostedAnswer } from './use-hosted-answer.ts';
import { usePreload } from './use-preload.ts';
import { useStreams } from './use-streams.ts';

const sessionEnd = late(async () => (await import('./session-end.ts')).SessionEnd);

/** Above every screen: the streams, the popups, and where focus and scroll go. */
export function Root({ services }: { services: Services }) {
  useStreams(services.live);
  useArrivalFocus();
  useHostedAnswer();
  const isPerson = useSession().status === 'person';
  usePreload(isPerson);
  const [wasPerson, setWasPerson] = useState(isPerson);
  if (isPerson && !wasPerson) setWasPerson(true);
  return (
    <CruddingProvider logger={services.logger}>
      <ShortcutsProvider>
        <NewBuild />
        {wasPerson && <LatePart of={sessionEnd} with={{ hasLeft: services.session.hasLeft }} />}
        <UnderWay />
        <Outlet />
      </ShortcutsProvider>
      <ScrollRestoration />
    </CruddingProvider>
  );
}
