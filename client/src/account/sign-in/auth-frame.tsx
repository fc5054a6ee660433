import {
  useLayoutEffect,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
} from 'react';
import { pageState } from '../../base/page/page-state.ts';
import { Brand, Logo } from '../../base/ui/logo.tsx';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { paths } from '../../base/paths.ts';
import { useReturnPath, useReturnState } from '../use-return-path.ts';
import { parseIntent, readIntent, type VisitorIntent } from '../../cruds/visitor-intent.ts';

/** Two halves: the brand and the form. One column on phones. */
export function AuthFrame({ children }: { children: ReactNode }) {
  useLayoutEffect(() => {
    const state = pageState();
    state.frame = 'auth';
    return () => {
      delete state.frame;
    };
  }, []);
  return (
    <div className="auth-page">
      <section className="hero" aria-label="Cruddur">
        <Brand />
        <div>
          <p className="slogan">Say it.. then forget it....</p>
          <p>Short posts with a fuse. Yours burn out when you said they would.</p>
        </div>
        <Logo className="hero-art" />
      </section>
      <main className="auth-sheet" id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}

/** The email field of a sign-in page; its initial value comes from the page's query string. */
export function useCarriedEmail(): [email: string, setEmail: (email: string) => void] {
  const [query] = useSearchParams();
  return useState(query.get('email') ?? '');
}

/** Calls `send` once when the page before found that a code is needed; a reload does not send another one. */
export function useCodeRequest(send: () => void): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const state = useReturnState();
  const isRequested = state?.needsCode ?? false;
  const sendOnce = useEffectEvent(() => {
    send();
    void navigate({ pathname, search }, { replace: true, state: { ...state, needsCode: false } });
  });
  useEffect(() => {
    if (isRequested) sendOnce();
  }, [isRequested]);
}

/** What follows the sign-in or sign-up. @param when it happens */
const INTENTS: Record<VisitorIntent['action'], (when: string) => string> = {
  like: (when) => `like this crud. We’ll add your like ${when}.`,
  repost: (when) => `repost this crud. We’ll repost it ${when}.`,
  reply: () => 'reply to this crud.',
};

const WHEN = { 'Sign in': 'right after', 'Sign up': 'once your email is confirmed' };

/** What the page of members at an address is for; null for any other page. */
function describePage(address: string): string | null {
  const { pathname, searchParams } = new URL(window.location.origin + address);
  const term = searchParams.get('term')?.trim();
  if (pathname === paths.settings) return 'open your settings.';
  if (pathname === paths.notifications) return 'read your notifications.';
  if (pathname === paths.search) return term ? `search for “${term}”.` : 'search Cruddur.';
  return pathname.startsWith(paths.messages) ? 'read your messages.' : null;
}

const subscribeToNothing = () => () => undefined;

/** Why a visitor was sent here: by a press on a crud, or from a page of members. The server's HTML has no reason. */
export function VisitorReason({ verb }: { verb: keyof typeof WHEN }) {
  const back = useReturnPath();
  const [now] = useState(Date.now);
  const findAim = () => {
    const intent = parseIntent(readIntent(), now);
    return intent ? INTENTS[intent.action](WHEN[verb]) : describePage(back);
  };
  const aim = useSyncExternalStore(subscribeToNothing, findAim, () => null);
  return aim !== null && <p className="lead">{`${verb} to ${aim}`}</p>;
}
