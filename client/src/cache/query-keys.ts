/** The keys of the query cache. The first element is the kind of page. */
export const queryKeys = {
  home: ['home'] as const,
  notifications: ['notifications'] as const,
  profile: (handle: string) => ['profile', handle.toLowerCase()] as const,
  post: (uuid: string) => ['post', uuid] as const,
  conversations: ['conversations'] as const,
  messages: (groupUuid: string) => ['messages', groupUuid] as const,
  me: ['me'] as const,
  person: (handle: string) => ['person', handle.toLowerCase()] as const,
  trends: ['trends'] as const,
  suggested: ['suggested'] as const,
  search: (term: string) => ['search', term] as const,
  searchOnce: (term: string) => ['found', term] as const,
};
