import '../../src/app/index.css';
import './gallery.css';
import { StrictMode, useEffect, type ComponentType } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { ClockProvider } from '../../src/base/clock/clock-react.tsx';
import { createBrowserRuntime } from '../../src/base/runtime/browser-runtime.ts';
import { readStoredAppearance, applyAppearance, APPEARANCES } from '../../src/base/ui/theme.ts';
import { AuthPage, PostPage, ProfilePage, VisitorPage } from './pages.tsx';
import { FeedPage } from './feed-page.tsx';
import { MessagesPage } from './messages-page.tsx';
import { Brand } from '../../src/base/ui/logo.tsx';
import { FormPieces } from './form-pieces.tsx';
import { StatePieces } from './state-pieces.tsx';
import { SmallPieces } from './small-pieces.tsx';

const PAGES: Record<string, ComponentType> = {
  pieces: Pieces,
  home: FeedPage,
  visitor: VisitorPage,
  post: PostPage,
  profile: ProfilePage,
  messages: MessagesPage,
  auth: AuthPage,
};

const runtime = createBrowserRuntime();

/**
 * Every component in every state, for development only. `/gallery.html?page=home&theme=light` shows one page of sample data;
 * without a page it shows the components.
 */
function Gallery() {
  const params = new URLSearchParams(location.search);
  const theme = APPEARANCES.find((appearance) => appearance === params.get('theme'));
  useEffect(() => applyAppearance(theme ?? readStoredAppearance()), [theme]);
  const Page = PAGES[params.get('page') ?? 'pieces'] ?? Pieces;
  return (
    <MemoryRouter>
      <ClockProvider now={runtime.now} runtime={runtime}>
        <Page />
      </ClockProvider>
    </MemoryRouter>
  );
}

function Pieces() {
  return (
    <main className="gallery">
      <Brand />
      <h1 className="vh">Gallery</h1>
      <FormPieces />
      <SmallPieces />
      <StatePieces />
    </main>
  );
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');
createRoot(root).render(
  <StrictMode>
    <Gallery />
  </StrictMode>,
);
