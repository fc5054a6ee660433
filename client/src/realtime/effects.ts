import type { StreamEvent, StreamName } from '@cruddur/shared';
import type { Page } from '../api/pages.ts';
import { conversationsEffect, messagesEffect } from './conversation-effects.ts';
import { REFETCH, type Effect, type EffectPlace } from './effect.ts';
import { homeEffect, notificationsEffect, postEffect, profileEffect, searchEffect } from './feed-effects.ts';
import { ownEffect } from './own-effect.ts';

/** What news do to each kind of cached list. */
const effects = {
  home: homeEffect,
  notifications: notificationsEffect,
  profile: profileEffect,
  post: postEffect,
  search: searchEffect,
  conversations: conversationsEffect,
  messages: messagesEffect,
  me: ownEffect,
};
export type PageKind = keyof typeof effects;
export type AnyPage = Page<unknown, unknown>;

export function isPageKind(kind: unknown): kind is PageKind {
  return typeof kind === 'string' && Object.hasOwn(effects, kind);
}

export interface NewsItem {
  stream: StreamName;
  event: StreamEvent;
}

/**
 * Applies one event to one page, unless the page's snapshot is of later than that. `asOf` moves only with the content: a page
 * is always its snapshot with the events after `asOf` folded in, and folding those in once more changes nothing.
 */
export function follow(kind: PageKind, item: NewsItem, place: EffectPlace<AnyPage>) {
  const { stream, event } = item;
  // The kind of a key and the shape of its pages are paired where the page is fetched.
  const effect = effects[kind] as unknown as Effect<AnyPage>;
  return (page: AnyPage): AnyPage | typeof REFETCH => {
    const seen = page.asOf?.[stream];
    if (seen && event.seq <= seen.seq) return page;
    const changed = effect(page, event, place);
    if (changed === REFETCH || changed === page || !page.asOf) return changed;
    return { ...changed, asOf: { ...page.asOf, [stream]: { seq: event.seq, tag: event.tag } } };
  };
}
