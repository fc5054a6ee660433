import { avatarUrl, escapeHtml, type PageContent } from '@cruddur/shared';

export interface CardEnvironment {
  /** The site as people reach it, by the configuration: never by what a request says of itself. */
  origin: string;
  /** As asked for, without the query. */
  path: string;
}

/** What other programs show of an address, and until when. */
interface Card {
  type: 'website' | 'profile' | 'article';
  title: string;
  description: string;
  picture: string;
  isPortrait: boolean;
  more: readonly (readonly [property: string, content: string])[];
}

const TAGLINE = 'A place for short posts that burn out.';
const DESCRIPTION_MAX = 200;
const PICTURE = '/pictures/share.png';

/** Open Graph and Twitter tags; also for pages without content, which show the site. */
export function renderShareCard(content: PageContent | null, { origin, path }: CardEnvironment): string {
  const card = buildCard(content);
  const description = cut(card.description);
  return [
    `<meta name="description" content="${escapeHtml(description)}" />`,
    ...robotsOf(content),
    ...[
      ['og:site_name', 'Cruddur'],
      ['og:type', card.type],
      ['og:title', card.title],
      ['og:description', description],
      ['og:url', origin + encodeURI(path)],
      ['og:image', origin + card.picture],
      ...card.more,
    ].map(([property = '', said = '']) => `<meta property="${property}" content="${escapeHtml(said)}" />`),
    `<meta name="twitter:card" content="${card.isPortrait ? 'summary' : 'summary_large_image'}" />`,
  ].join('\n    ');
}

function buildCard(content: PageContent | null): Card {
  const site = { picture: PICTURE, isPortrait: false, more: [] };
  if (!content?.answer.ok) return { ...site, type: 'website', title: 'Cruddur', description: TAGLINE };
  if (content.kind === 'profile') {
    const { profile } = content.answer.data;
    return {
      ...{ ...site, ...portraitOf(profile) },
      type: 'profile',
      title: nameOf(profile),
      description: profile.bio || TAGLINE,
      more: [['profile:username', profile.handle]],
    };
  }
  const { activity } = content.answer.data;
  const { created_at, expires_at } = activity;
  return {
    ...{ ...site, ...portraitOf(activity) },
    type: 'article',
    title: nameOf(activity),
    description: activity.message,
    more: [
      ['article:published_time', created_at],
      ...(expires_at === null ? [] : ([['article:expiration_time', expires_at]] as const)),
    ],
  };
}

interface Pictured {
  cognito_user_uuid: string;
  avatar_version: number;
}

function portraitOf({ cognito_user_uuid, avatar_version }: Pictured): Partial<Card> {
  if (avatar_version === 0) return {};
  return { picture: avatarUrl(cognito_user_uuid, avatar_version), isPortrait: true };
}

function nameOf({ display_name, handle }: { display_name: string; handle: string }): string {
  return `${display_name} (@${handle}) on Cruddur`;
}

/** Search engines may show what people say, but keep no copy, and forget it when it is forgotten here. */
function robotsOf(content: PageContent | null): string[] {
  if (!content?.answer.ok) return [];
  const end = content.kind === 'post' ? content.answer.data.activity.expires_at : null;
  const words = end === null ? 'noarchive' : `noarchive, unavailable_after: ${end}`;
  return [`<meta name="robots" content="${words}" />`];
}

function cut(text: string): string {
  const characters = Array.from(new Intl.Segmenter('en').segment(text), ({ segment }) => segment);
  return characters.length <= DESCRIPTION_MAX
    ? text
    : `${characters.slice(0, DESCRIPTION_MAX - 1).join('')}…`;
}
