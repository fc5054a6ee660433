/** The keys of the query cache. The first element is the kind of page. */
export const queryKeys = {
  home: ['home'] as const,
  newest: ['newest'] as const,
  notifications: ['notifications'] as const,
  profile: (handle: string) => ['profile', handle.toLowerCase()] as const,
  post: (uuid: string) => ['post', uuid] as const,
  conversations: ['conversations'] as const,
  messages: (groupUuid: string) => ['messages', groupUuid] as const,
  lifetime: (groupUuid: string) => ['lifetime', groupUuid] as const,
  me: ['me'] as const,
  person: (handle: string) => ['person', handle.toLowerCase()] as const,
  trends: ['trends'] as const,
  suggested: ['suggested'] as const,
  search: (term: string) => ['search', term] as const,
  searchOnce: (term: string) => ['found', term] as const,
};

type QueryKeys = typeof queryKeys;
type KeyOf<Key> = Key extends (argument: string) => infer Built ? Built : Key;
type QueryKind = KeyOf<QueryKeys[keyof QueryKeys]>[0];

/** How each kind of query follows the streams, so that the compiler requires a decision for a new one. */
export const QUERY_UPDATES = {
  /** Events and counts are applied; its pages contain activities. */
  home: 'activities',
  notifications: 'activities',
  profile: 'activities',
  post: 'activities',
  search: 'activities',
  /** Events are applied; its pages contain no activities. */
  conversations: 'other entities',
  messages: 'other entities',
  lifetime: 'other entities',
  me: 'other entities',
  /** No reducer: it is fetched again when it is stale. */
  newest: 'fetched only',
  person: 'fetched only',
  trends: 'fetched only',
  suggested: 'fetched only',
  found: 'fetched only',
} as const satisfies Record<QueryKind, 'activities' | 'other entities' | 'fetched only'>;

type QueryUpdates = typeof QUERY_UPDATES;

/** A kind of query whose pages have a reducer of events. */
export type PageKind = {
  [Kind in QueryKind]: QueryUpdates[Kind] extends 'fetched only' ? never : Kind;
}[QueryKind];
