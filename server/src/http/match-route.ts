import { routes, type Method, type RouteName } from '@cruddur/shared';

/** An entry of the contract's table with a path's decoded parameters. */
export interface MatchedRoute {
  name: RouteName;
  params: Record<string, string>;
}

/** A segment of a path pattern: fixed text, or a parameter that may stand behind an at sign. */
type Segment = { literal: string } | { param: string; at: boolean };

const table = (Object.keys(routes) as RouteName[]).map((name) => ({
  name,
  method: routes[name].method,
  segments: parsePattern(routes[name].path),
}));

/** Paths without parameters, which are found without a pass through the table. */
const routesOfFixedPaths: ReadonlyMap<string, ReadonlyMap<Method, MatchedRoute>> = new Map(
  Object.values(routes)
    .filter(({ path }) => !path.includes('{'))
    .map(({ path }) => [path, findRoutes(path)]),
);

/**
 * Matches a path with the contract's table, after decoding it: Express matches `/@:handle` but not `%40handle`, which clients
 * send (docs/decisions/0001).
 * @param path without the query, as received
 * @returns the route of each method; empty for an unknown path
 * @throws URIError for malformed escapes
 */
export function matchRoute(path: string): ReadonlyMap<Method, MatchedRoute> {
  return routesOfFixedPaths.get(path) ?? findRoutes(path);
}

function findRoutes(path: string): Map<Method, MatchedRoute> {
  const parts = path.slice(1).split('/').map(decodeURIComponent);
  const found = new Map<Method, MatchedRoute>();
  for (const { name, method, segments } of table) {
    if (found.has(method)) continue;
    const params = matchSegments(segments, parts);
    if (params) found.set(method, { name, params });
  }
  return found;
}

/** @param path with `{name}` for parameters */
export function parsePattern(path: string): Segment[] {
  return path.slice(1).split('/').map(parseSegment);
}

function parseSegment(text: string): Segment {
  const param = /^(@?)\{(\w+)\}$/.exec(text);
  return param?.[2] ? { param: param[2], at: param[1] === '@' } : { literal: text };
}

/** @param parts the segments of a request's path, decoded. @returns the parameters; null when the path has another pattern */
export function matchSegments(
  segments: readonly Segment[],
  parts: readonly string[],
): Record<string, string> | null {
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
