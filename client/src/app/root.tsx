import { Outlet, ScrollRestoration } from 'react-router-dom';
import { CruddingProvider } from '../feed/crudding-provider.tsx';
import { NewBuild } from './offline/new-build.ts';
import type { Services } from './services.ts';
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx';
import { UnderWay } from './under-way.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useSession } from '../identity/session-react.tsx';
import { useHostedAnswer } from './use-hosted-answer.ts';
import { usePreload } from './use-preload.ts';
import { useStreams } from './use-streams.ts';

/** Above every screen: the streams, the popups, and where focus and scroll go. */
export function Root({ services }: { services: Services }) {
  useStreams(services.live);
  useArrivalFocus();
  useHostedAnswer();
  usePreload(useSession().status === 'person');
  return (
    <CruddingProvider logger={services.logger}>
      <ShortcutsProvider>
        <NewBuild />
        <UnderWay />
        <Outlet />
      </ShortcutsProvider>
      <ScrollRestoration />
    </CruddingProvider>
  );
}
