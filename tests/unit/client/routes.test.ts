import { expect, it } from 'vitest';
import { createRoutes } from '../../../client/src/app/routes.tsx';
import { createServerServices } from '../../../client/src/ssr/server-services.ts';

/** Section 2 of the specification, and its links. */
const SPECIFIED = [
  ...['/', '/notifications', '/@{handle}', '/@{handle}/status/{activity_uuid}'],
  ...['/messages', '/messages/new/{handle}', '/messages/{message_group_uuid}'],
  ...['/signup', '/signin', '/confirm', '/forgot'],
  ...['/about', '/terms-of-service', '/privacy-policy'],
];
/** Not in the specification: the search results, message requests, the settings, and every other address. */
const OURS = ['/search', '/messages/requests', '/settings', '/machines', '*'];

it('[SCREEN-5] the router has every screen of the specification and the product’s additional ones', () => {
  const listed = (routes: ReturnType<typeof createRoutes>): string[] =>
    routes.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...listed(children)]);
  const patternOf = (route: string) => route.replace('@{handle}', ':at').replace(/\{(\w+)\}/g, ':$1');
  const routes = createRoutes(createServerServices({ now: Date.now(), content: null }, {}));
  expect(listed(routes).sort()).toEqual([...SPECIFIED.map(patternOf), ...OURS].sort());
});
