import { useState } from 'react';
import { Outlet, ScrollRestoration } from 'react-router-dom';
import { LazyComponent } from '../lazy/lazy-component.tsx';
import { ComposeProvider } from '../compose/compose-provider.tsx';
import { lazyValue } from '../lazy/lazy-value.ts';
import { NewBuildNotice } from './offline/new-build-notice.ts';
import type { Services } from './services.ts';
import { ShortcutsProvider } from './shortcuts/shortcuts.tsx';
import { NavigationProgress } from './navigation-progress.tsx';
import { useRouteFocus } from './use-route-focus.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { useHostedRedirect } from './use-hosted-redirect.ts';
import { usePreload } from './use-preload.ts';
import { usePersonalStream } from './use-personal-stream.ts';

const sessionEnd = lazyValue(async () => (await import('./session-end.ts')).SessionEnd);

/** Above every screen: the streams, the popups, and where focus and scroll go. */
export function Root({ services }: { services: Services }) {
  usePersonalStream(services.realtime);
  useRouteFocus();
  useHostedRedirect();
  const isPerson = useSession().status === 'person';
  usePreload(isPerson);
  const [wasPerson, setWasPerson] = useState(isPerson);
  if (isPerson && !wasPerson) setWasPerson(true);
  return (
    <ComposeProvider logger={services.logger}>
      <ShortcutsProvider>
        <NewBuildNotice />
        {wasPerson && (
          <LazyComponent
            component={sessionEnd}
            componentProps={{ hasSignedOutHere: services.session.hasSignedOutHere }}
          />
        )}
        <NavigationProgress />
        <Outlet />
      </ShortcutsProvider>
      <ScrollRestoration />
    </ComposeProvider>
  );
}
