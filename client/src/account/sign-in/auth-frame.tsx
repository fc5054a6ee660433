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

/** The navigation state of a page that should send a code at once, because the previous page found that one is needed. */
export const CODE_REQUESTED = 'code-wanted';

/** Calls `send` once when the page was opened with CODE_REQUESTED; a reload does not send another code. */
export function useCodeRequest(send: () => void): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isRequested = location.state === CODE_REQUESTED;
  const sendOnce = useEffectEvent(() => {
    const { pathname, search } = location;
    send();
    void navigate({ pathname, search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (isRequested) sendOnce();
  }, [isRequested]);
}

const TEXTS: Record<VisitorIntent['action'], string> = {
  like: 'Sign in to like this crud. We’ll add your like right after.',
  repost: 'Sign in to repost this crud. We’ll repost it right after.',
  reply: 'Sign in to reply to this crud.',
};

const subscribeToNothing = () => () => undefined;

/** Why a visitor was sent to the sign-in; nothing when there is no intent. The server's HTML has none. */
export function VisitorIntentHint() {
  const stored = useSyncExternalStore(subscribeToNothing, readIntent, () => null);
  const [now] = useState(Date.now);
  const intent = parseIntent(stored, now);
  return intent && <p className="lead">{TEXTS[intent.action]}</p>;
}
