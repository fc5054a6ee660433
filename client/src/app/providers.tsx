import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { ApiProvider } from '../api/api-react.tsx';
import { avatarVersions } from '../api/avatar-versions.ts';
import { AvatarSourceProvider } from '../components/avatar-source.tsx';
import { ClockProvider } from '../components/clock.tsx';
import { DraftsContext } from '../feed/drafts-react.tsx';
import { SessionProvider } from '../identity/session-react.tsx';
import { OutboxContext } from '../outbox/outbox-react.tsx';
import { avatarPath } from '../paths.ts';
import { CompanyProvider } from '../realtime/company-react.tsx';
import { LiveProvider } from '../realtime/live-react.tsx';
import type { Services } from './services.ts';

interface Props {
  services: Services;
  /** When the server made the page, by its clock; nothing on one that was not made. */
  madeAt?: number | undefined;
  children: ReactNode;
}

/** Lends the page's services to everything below. */
export function Providers({ services, madeAt, children }: Props) {
  const { session, call, client, clock, live, drafts, outbox } = services;
  const offset = useSyncExternalStore(clock.subscribe, clock.getOffset, clock.getOffset);
  const now = useMemo(() => () => Date.now() + offset, [offset]);
  const versions = useSyncExternalStore(
    avatarVersions.subscribe,
    avatarVersions.getSnapshot,
    avatarVersions.getSnapshot,
  );
  const urlOf = useMemo(() => {
    // Nobody is asked for a picture that is not known to exist.
    return (id: string, version: number) => {
      const newest = Math.max(version, versions.get(id) ?? 0);
      return newest > 0 ? avatarPath(id, newest) : '';
    };
  }, [versions]);
  return (
    <QueryClientProvider client={client}>
      <SessionProvider session={session}>
        <ApiProvider call={call}>
          <LiveProvider live={live}>
            <CompanyProvider live={live}>
              <ClockProvider now={now} madeAt={madeAt}>
                <DraftsContext value={drafts}>
                  <OutboxContext value={outbox}>
                    <AvatarSourceProvider urlOf={urlOf}>{children}</AvatarSourceProvider>
                  </OutboxContext>
                </DraftsContext>
              </ClockProvider>
            </CompanyProvider>
          </LiveProvider>
        </ApiProvider>
      </SessionProvider>
    </QueryClientProvider>
  );
}
