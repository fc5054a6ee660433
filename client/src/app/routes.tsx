import { useEffect } from 'react';
import { matchRoutes, Navigate, Outlet, type RouteObject } from 'react-router-dom';
import { Skeleton } from '../ui/skeleton.tsx';
import { forgetIntent } from '../compose/visitor-intent.ts';
import { AUTH_PAGES, paths, routePatterns } from '../paths.ts';
import { Home } from '../screens/home/home.tsx';
import { ErrorPage, ScreenError } from './error-page.tsx';
import { lazyScreen } from '../lazy/lazy-screen.ts';
import { useSession } from '../auth/session/session-react.tsx';
import { useReturnPath } from './use-return-path.ts';
import { Root } from './root.tsx';
import type { Services } from './services.ts';
import { Shell } from './shell.tsx';

/** Screens between navigation and side column. Each is a lazy chunk; its number names it in the error when it fails to load. */
const screenRoutes: RouteObject[] = [
  // The most frequent first screen is part of the entry chunk.
  { path: paths.home, Component: Home },
  {
    path: paths.notifications,
    lazy: lazyScreen(
      2,
      async () => (await import('../screens/notifications/notifications.tsx')).Notifications,
    ),
  },
  {
    path: routePatterns.profile,
    lazy: lazyScreen(3, async () => (await import('../screens/profile/profile.tsx')).ProfileScreen),
  },
  {
    path: routePatterns.post,
    lazy: lazyScreen(4, async () => (await import('../screens/activity/activity.tsx')).ActivityScreen),
  },
  {
    path: paths.search,
    lazy: lazyScreen(5, async () => (await import('../screens/search/search.tsx')).SearchScreen),
  },
  { path: paths.about, lazy: lazyScreen(6, async () => (await import('../screens/about/about.tsx')).About) },
  { path: paths.terms, lazy: lazyScreen(7, async () => (await import('../screens/terms/terms.tsx')).Terms) },
  {
    path: paths.privacy,
    lazy: lazyScreen(8, async () => (await import('../screens/privacy/privacy.tsx')).Privacy),
  },
  {
    path: paths.settings,
    lazy: lazyScreen(18, async () => (await import('../screens/settings/settings.tsx')).Settings),
  },
  {
    path: '*',
    lazy: lazyScreen(9, async () => (await import('../screens/not-found/not-found.tsx')).NotFound),
  },
];

const conversationsShell = lazyScreen(
  20,
  async () => (await import('./conversations-shell.tsx')).ConversationsShell,
);
const conversationScreen = lazyScreen(
  10,
  async () => (await import('../screens/messages/conversation.tsx')).Conversation,
);
const noConversationScreen = lazyScreen(
  11,
  async () => (await import('../screens/messages/no-conversation.tsx')).NoConversation,
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
    lazy: lazyScreen(13, async () => (await import('../screens/sign-in/sign-in.tsx')).SignIn),
  },
  {
    path: paths.signUp,
    lazy: lazyScreen(14, async () => (await import('../screens/sign-up/sign-up.tsx')).SignUp),
  },
];

/** Pages for a code from a mail: open to visitors and members. */
const authPageRoutes: RouteObject[] = [
  {
    path: paths.confirm,
    lazy: lazyScreen(15, async () => (await import('../screens/confirm/confirm.tsx')).Confirm),
  },
  {
    path: paths.forgot,
    lazy: lazyScreen(16, async () => (await import('../screens/recover/recover.tsx')).Recover),
  },
];

/** For developers, in a frame of its own. */
const machinesRoute: RouteObject = {
  path: paths.machines,
  lazy: lazyScreen(19, async () => (await import('../devtools/machines/machines-shell.tsx')).MachinesShell),
};

/** The routes of the site, for the browser's router and for server rendering. */
export function createRoutes(services: Services): RouteObject[] {
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
        cloneRoute(machinesRoute),
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
      if (!AUTH_PAGES.includes(window.location.pathname)) forgetIntent();
    };
  }, [status]);
  if (status === 'checking') return null;
  return status === 'person' ? <Navigate to={returnPath} replace /> : <Outlet />;
}
