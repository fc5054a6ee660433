import { useEffect, type ComponentType } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { readStoredAppearance, applyAppearance, APPEARANCES } from '../ui/theme.ts';
import { AuthPage } from './auth-page.tsx';
import { FeedPage } from './feed-page.tsx';
import { MessagesPage } from './messages-page.tsx';
import { Pieces } from './pieces.tsx';
import { PostPage } from './post-page.tsx';
import { ProfilePage } from './profile-page.tsx';
import { VisitorPage } from './visitor-page.tsx';

const PAGES: Record<string, ComponentType> = {
  pieces: Pieces,
  home: FeedPage,
  visitor: VisitorPage,
  post: PostPage,
  profile: ProfilePage,
  messages: MessagesPage,
  auth: AuthPage,
};

/**
 * Every piece in every state, for development only. `/gallery.html?page=home&theme=light` shows one page of sample
 * data; without a page it shows the pieces.
 */
export function Gallery() {
  const params = new URLSearchParams(location.search);
  const theme = APPEARANCES.find((appearance) => appearance === params.get('theme'));
  useEffect(() => applyAppearance(theme ?? readStoredAppearance()), [theme]);
  const Page = PAGES[params.get('page') ?? 'pieces'] ?? Pieces;
  return (
    <MemoryRouter>
      <Page />
    </MemoryRouter>
  );
}
