import { avatarUrl, escapeHtml, formatSpokenDuration, type PageContent } from '@cruddur/shared';

export interface CardEnvironment {
  /** The public origin, from the configuration and never from the request's headers. */
  origin: string;
  /** The decoded path of the request, without the query. */
  path: string;
  /** The time of the page, in epoch milliseconds. */
  now: number;
}

/** The preview of an address in other programs. */
interface Card {
  type: 'website' | 'profile' | 'article';
  title: string;
  description: string;
  picture: string;
  isPortrait: boolean;
  extraTags: readonly (readonly [property: string, content: string])[];
}

const TAGLINE = 'A place for short posts that burn out.';
const DESCRIPTION_MAX = 200;
const PICTURE = '/pictures/share.png';

/** Open Graph and Twitter tags; a page without content gets those of the site. */
export function renderShareCard(content: PageContent | null, { origin, path, now }: CardEnvironment): string {
  const card = buildCard(content, now);
  const description = truncate(card.description);
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
      ...card.extraTags,
    ].map(
      ([property = '', content = '']) => `<meta property="${property}" content="${escapeHtml(content)}" />`,
    ),
    `<meta name="twitter:card" content="${card.isPortrait ? 'summary' : 'summary_large_image'}" />`,
  ].join('\n    ');
}

function buildCard(content: PageContent | null, now: number): Card {
  const site = { picture: PICTURE, isPortrait: false, extraTags: [] };
  if (!content?.answer.ok || content.kind === 'home')
    return { ...site, type: 'website', title: 'Cruddur', description: TAGLINE };
  if (content.kind === 'profile') {
    const { profile } = content.answer.data;
    return {
      ...site,
      ...portraitOf(profile),
      type: 'profile',
      title: nameOf(profile),
      description: profile.bio || TAGLINE,
      extraTags: [['profile:username', profile.handle]],
    };
  }
  const { activity } = content.answer.data;
  const { message, created_at, expires_at } = activity;
  // First, because a long text is cut.
  const left = expires_at === null ? '' : `${formatSpokenDuration(Date.parse(expires_at) - now)} left: `;
  return {
    ...site,
    ...portraitOf(activity),
    type: 'article',
    title: nameOf(activity),
    description: left + message,
    extraTags: [
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

/** Lets search engines index the page without a cached copy, and drop it when the crud expires. */
function robotsOf(content: PageContent | null): string[] {
  if (!content?.answer.ok) return [];
  const end = content.kind === 'post' ? content.answer.data.activity.expires_at : null;
  const directives = end === null ? 'noarchive' : `noarchive, unavailable_after: ${end}`;
  return [`<meta name="robots" content="${directives}" />`];
}

/** Created at the start, because the first one reads locale data, which takes 10 ms and more. */
const SEGMENTER = new Intl.Segmenter('en');

function truncate(text: string): string {
  // A text has at least as many code units as characters.
  if (text.length <= DESCRIPTION_MAX) return text;
  let shown = '';
  let count = 0;
  for (const { segment } of SEGMENTER.segment(text)) {
    count += 1;
    if (count > DESCRIPTION_MAX) return `${shown}…`;
    if (count < DESCRIPTION_MAX) shown += segment;
  }
  return text;
}
