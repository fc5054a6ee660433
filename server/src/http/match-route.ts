import { routes, type Method, type RouteName } from '@cruddur/shared';

/** What a path of the contract means: every call it could be, by method, and its decoded parameters. */
export interface MatchedRoute {
  name: RouteName;
  params: Record<string, string>;
}

type Segment = { literal: string } | { param: string; at: boolean };

const table = (Object.keys(routes) as RouteName[]).map((name) => ({
  name,
  method: routes[name].method,
  segments: routes[name].path.slice(1).split('/').map(segmentOf),
}));

/**
 * Express would match `/@:handle` but not `%40handle`, which clients send; so the table is matched here, decoded first.
 * @param path without the query, as it came
 * @returns by method; empty for an unknown path. @throws URIError for broken escapes
 */
export function matchRoute(path: string): Map<Method, MatchedRoute> {
  const parts = path.slice(1).split('/').map(decodeURIComponent);
  const found = new Map<Method, MatchedRoute>();
  for (const { name, method, segments } of table) {
    if (found.has(method)) continue;
    const params = match(segments, parts);
    if (params) found.set(method, { name, params });
  }
  return found;
}

function segmentOf(text: string): Segment {
  const param = /^(@?)\{(\w+)\}$/.exec(text);
  return param?.[2] ? { param: param[2], at: param[1] === '@' } : { literal: text };
}

function match(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | null {
  if (segments.length !== parts.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if ('literal' in segment) {
      if (part !== segment.literal) return null;
      continue;
    }
    if (segment.at && !part.startsWith('@')) return null;
    const value = segment.at ? part.slice(1) : part;
    if (value === '') return null;
    params[segment.param] = value;
  }
  return params;
}
