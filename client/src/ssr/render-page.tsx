import type { ClientConfig, RenderedPage, PageData } from '@cruddur/shared';
import { StrictMode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom';
import { Providers } from '../app/providers.tsx';
import { createRoutes, loadScreen } from '../app/routes.tsx';
import { LoadingShell } from './loading-shell.tsx';
import { TitleContext } from '../app/use-title.ts';
import { paths } from '../paths.ts';
import { hoistStyles } from './hoist-styles.ts';
import { createServerServices } from './server-services.ts';

/** The server's entry into this program: see `PageMaker`. Always rendered by the routes that the browser has. */
export async function renderPage(
  address: string,
  data: PageData,
  config: Partial<ClientConfig>,
): Promise<RenderedPage> {
  const services = createServerServices(data, config);
  const routes = createRoutes(services);
  const url = new URL(address, 'http://page');
  await loadScreen(routes, url.pathname);
  const handler = createStaticHandler(routes);
  const context = await handler.query(new Request(url));
  if (context instanceof Response) throw new Error('No screen of a visitor sends them elsewhere');
  let title = 'Cruddur';
  const html = renderToString(
    <StrictMode>
      <TitleContext value={(words) => (title = words)}>
        <Providers services={services} serverRenderedAt={data.now}>
          <StaticRouterProvider
            router={createStaticRouter(handler.dataRoutes, context)}
            context={context}
            hydrate={false}
          />
        </Providers>
      </TitleContext>
    </StrictMode>,
  );
  return { title, ...hoistStyles(html), screenModule: screenModule(url.pathname, data) };
}

export const loadingShell = renderToStaticMarkup(<LoadingShell />);

/** The ways in, by their paths. */
const AUTH_PAGES: Readonly<Record<string, string>> = {
  [paths.signIn]: 'src/screens/sign-in/sign-in.tsx',
  [paths.signUp]: 'src/screens/sign-up/sign-up.tsx',
  [paths.confirm]: 'src/screens/confirm/confirm.tsx',
  [paths.forgot]: 'src/screens/recover/recover.tsx',
};

/** The screens by which links and people lead in; home comes with the program, and the others are loaded soon enough. */
function screenModule(path: string, { content }: PageData): string | null {
  if (content?.kind === 'profile') return 'src/screens/profile/profile.tsx';
  if (content?.kind === 'post') return 'src/screens/activity/activity.tsx';
  return AUTH_PAGES[path] ?? null;
}
