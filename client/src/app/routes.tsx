import { AUTH_PAGE_URLS } from '@cruddur/shared';
import { useEffect } from 'react';
import {
  matchRoutes,
  Navigate,
  Outlet,
  type RouteObject,
  isRouteErrorResponse,
  useRouteError,
} from 'react-router-dom';
import { Skeleton } from '../base/ui/skeleton.tsx';
import { forgetIntent } from '../cruds/visitor-intent.ts';
import { paths, routePatterns } from '../base/paths.ts';
import { Home } from '../pages/home.tsx';
import { lazyScreen } from '../base/lazy/load-chunk.ts';
import { useSession } from '../base/session/session-react.tsx';
import { useReturnPath } from '../account/use-return-path.ts';
import { Root } from './root.tsx';
import type { Services } from './services.ts';
import { Shell } from './shell.tsx';
import { RotateCw } from 'lucide-react';
import { EmptyState } from '../base/ui/empty-state.tsx';
import { Button } from '../base/ui/button.tsx';
import { Icon } from '../base/ui/icon.tsx';
import { Logo } from '../base/ui/logo.tsx';
import type { Logger } from '../base/logger.ts';
import { useTitle } from '../sync/me/use-title.ts';

/** Screens between navigation and side column. Each is a lazy chunk; its number names it in the error when it fails to load. */
const screenRoutes: RouteObject[] = [
  // The most frequent first screen is part of the entry chunk.
  { path: paths.home, Component: Home },
  {
    path: paths.notifications,
    lazy: lazyScreen(2, async () => (await import('../pages/notifications.tsx')).Notifications),
  },
  {
    path: routePatterns.profile,
    lazy: lazyScreen(3, async () => (await import('../pages/profile.tsx')).ProfileScreen),
  },
  {
    path: routePatterns.post,
    lazy: lazyScreen(4, async () => (await import('../pages/activity.tsx')).ActivityScreen),
  },
  {
    path: paths.search,
    lazy: lazyScreen(5, async () => (await import('../pages/search.tsx')).SearchScreen),
  },
  { path: paths.about, lazy: lazyScreen(6, async () => (await import('../pages/about.tsx')).About) },
  { path: paths.terms, lazy: lazyScreen(7, async () => (await import('../pages/about.tsx')).Terms) },
  {
    path: paths.privacy,
    lazy: lazyScreen(8, async () => (await import('../pages/privacy.tsx')).Privacy),
  },
  {
    path: paths.settings,
    lazy: lazyScreen(18, async () => (await import('../pages/settings.tsx')).Settings),
  },
  {
    path: '*',
    lazy: lazyScreen(9, async () => (await import('../pages/not-found.tsx')).NotFound),
  },
];

const conversationsShell = lazyScreen(
  20,
  async () => (await import('./conversations-shell.tsx')).ConversationsShell,
);
const conversationScreen = lazyScreen(
  10,
  async () => (await import('../messages/conversation.tsx')).Conversation,
);
const noConversationScreen = lazyScreen(
  11,
  async () => (await import('../messages/no-conversation.tsx')).NoConversation,
);
const conversationRoutes: RouteObject[] = [
  { path: paths.messages, lazy: noConversationScreen },
  { path: paths.requests, lazy: noConversationScreen },
  { path: routePatterns.newConversation, lazy: conversationScreen },
  { path: routePatterns.conversation, lazy: conversationScreen },
];

/** Sign-in and sign-up, in a frame of their own. */
const guestOnlyRoutes: RouteObject[] = [
  {
    path: paths.signIn,
    lazy: lazyScreen(13, async () => (await import('../account/sign-in/sign-in.tsx')).SignIn),
  },
  {
    path: paths.signUp,
    lazy: lazyScreen(14, async () => (await import('../account/sign-in/sign-up.tsx')).SignUp),
  },
];

/** Pages for a code from a mail: open to visitors and members. */
const authPageRoutes: RouteObject[] = [
  {
    path: paths.confirm,
    lazy: lazyScreen(15, async () => (await import('../account/sign-in/confirm.tsx')).Confirm),
  },
  {
    path: paths.forgot,
    lazy: lazyScreen(16, async () => (await import('../account/sign-in/recover.tsx')).Recover),
  },
];

/**
 * The routes of the site, for the browser's router and for server rendering.
 * @param devtools the page `/machines` for developers, in a frame of its own; it is never server-rendered
 */
export function createRoutes(services: Services, devtools?: RouteObject['lazy']): RouteObject[] {
  // The frame around a screen that fails stays. A route of its own: the router does not show the boundary of a route that was not loaded.
  const screens = {
    errorElement: <ScreenError logger={services.logger} />,
    children: screenRoutes.map(cloneRoute),
  };
  return [
    {
      element: <Root services={services} />,
      errorElement: <ErrorPage logger={services.logger} />,
      hydrateFallbackElement: <Skeleton />,
      children: [
        { element: <Shell />, children: [screens] },
        { lazy: conversationsShell, children: conversationRoutes.map(cloneRoute) },
        { element: <GuestOnlyRoute />, children: guestOnlyRoutes.map(cloneRoute) },
        ...authPageRoutes.map(cloneRoute),
        ...(devtools ? [{ path: paths.machines, lazy: devtools }] : []),
      ],
    },
  ];
}

/** Loads the chunks of the screen at an address, so that it renders synchronously. @throws when one fails to load */
export async function loadScreen(routes: RouteObject[], pathname: string): Promise<void> {
  const loading = (matchRoutes(routes, pathname) ?? []).map(async ({ route }) => {
    if (typeof route.lazy !== 'function') return;
    Object.assign(route, await route.lazy());
    delete route.lazy;
  });
  await Promise.all(loading);
}

const cloneRoute = (route: RouteObject): RouteObject => ({ ...route });

/** Redirects a member to the return path, also one who signs in in another tab. */
function GuestOnlyRoute() {
  const { status } = useSession();
  const returnPath = useReturnPath();
  useEffect(() => {
    if (status !== 'visitor') return undefined;
    // A visitor who leaves for another page does not want to sign in any more: a later sign-in has another reason.
    return () => {
      if (!AUTH_PAGE_URLS.includes(window.location.pathname)) forgetIntent();
    };
  }, [status]);
  if (status === 'checking') return null;
  return status === 'person' ? <Navigate to={returnPath} replace /> : <Outlet />;
}

/** Replaces a page that failed to load or render. */
function ErrorPage(props: { logger: Logger }) {
  return (
    <main className="standalone" id="main" tabIndex={-1}>
      <ScreenError {...props} />
    </main>
  );
}

/**
 * Replaces a screen that failed to load or render. The specification asks for the router's title and the error's text; the advice
 * in plain words is ours.
 */
function ScreenError({ logger }: { logger: Logger }) {
  const error = useRouteError();
  useTitle('Unexpected Application Error!');
  useEffect(() => document.getElementById('main')?.focus(), []);
  useEffect(() => {
    const { cause } = error instanceof Error ? error : {};
    logger.error(toErrorText(error), cause instanceof Error ? { cause: cause.message } : undefined);
  }, [logger, error]);
  return (
    <EmptyState
      art={<Logo />}
      level={1}
      title="Unexpected Application Error!"
      description="This page didn’t load. Reload it; if that doesn’t help, check your connection."
    >
      <Button variant="outline" onClick={() => window.location.reload()}>
        <Icon of={RotateCw} size="small" />
        Reload
      </Button>
      <p className="technical">{toErrorText(error)}</p>
    </EmptyState>
  );
}

function toErrorText(error: unknown): string {
  if (isRouteErrorResponse(error)) return `${error.status} ${error.statusText}`;
  return error instanceof Error ? error.message : 'An unknown error occurred';
}
